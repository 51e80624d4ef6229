package io.patchboard.standalone.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonReader;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.blueprint.CompileResult;
import org.junit.jupiter.api.Test;

class RunnableBlueprintTest {

    @Test
    void awaited_areThoseWhomSomethingInvites() {
        CompileResult.Valid valid = (CompileResult.Valid) new Blueprints().compile(JsonReader.parse("""
                {"apiVersion": "patchboard/v1", "name": "claims",
                 "state": {"schema": {"type": "object"}, "initial": {}},
                 "workers": {
                   "ann": {"unsolicited": true, "write": [{"op": ["add"], "path": "/a"}]},
                   "clerk": {"unsolicited": true, "write": [{"op": ["add"], "path": "/b"}]},
                   "second": {"unsolicited": true, "write": [{"op": ["add"], "path": "/c"}]},
                   "boss": {"kind": "person", "write": [{"op": ["add"], "path": "/d"}]}},
                 "policies": {"default": {"onExhausted": {"catch": "second"}}},
                 "rules": [{"name": "begin", "on": {"event": "created"}, "invoke": "ann"},
                           {"name": "ask", "on": {"op": ["add"], "path": "/a"}, "invoke": "boss"}]}
                """));

        assertThat(RunnableBlueprint.alone(valid.blueprint()).awaited()).containsExactly("ann", "second");
    }
}
