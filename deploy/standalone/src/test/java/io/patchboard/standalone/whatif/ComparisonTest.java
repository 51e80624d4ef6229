package io.patchboard.standalone.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.SampleLog;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.replay.whatif.WhatIf;
import io.patchboard.record.PatchHeld;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Flips of a board, with and without a gate. */
class ComparisonTest {

    private static final String BOARD = "b";

    private static final Json UNGATED = JsonReader.parse("""
            {"apiVersion": "patchboard/v1", "name": "counter",
             "state": {"schema": {"type": "object"}, "initial": {"count": 0}},
             "workers": {"counter": {"unsolicited": true, "write": [{"op": ["replace"], "path": "/count"}]}},
             "gates": []}
            """);

    private static final Json GATED = JsonReader.parse(
            UNGATED.toString().replace("\"gates\":[]", "\"gates\":[{\"name\":\"all\",\"on\":{\"path\":\"/count\"}}]"));

    private static SampleLog created(Json blueprint) {
        return new SampleLog(BOARD).created(blueprint, JsonReader.parse("{\"count\":0}"));
    }

    private static PatchHeld held() {
        return new PatchHeld(
                "p-1",
                "counter",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                JsonReader.parse("[{\"op\":\"replace\",\"path\":\"/count\",\"value\":1}]"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                new PatchHeld.Card("A count", List.of(), List.of(), Optional.empty()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static String ask(SampleLog log, Json other, WhatIf.Mode mode) {
        CompileResult.Valid valid = (CompileResult.Valid) new Blueprints().compile(other);
        OtherCourse course =
                new OtherCourse(valid.blueprint(), mode, new ChosenBoards(Set.of(BOARD), Optional.empty()));
        Comparison comparison = new Comparison(mode, valid.blueprint().source(), flip -> false);
        log.entries().forEach(course::accept);
        course.end(comparison);
        assertThat(course.damaged()).isEqualTo(new TreeMap<>());
        return comparison.json(course.damaged()).toString();
    }

    @ParameterizedTest
    @EnumSource
    void commitThatAGateWouldHold_flips(WhatIf.Mode mode) {
        assertThat(ask(created(UNGATED).committed("p-1", "", 1), GATED, mode))
                .contains(
                        "\"flips\":1,",
                        "\"clause\":\"held by a gate\"",
                        "\"change\":\"held-now\"",
                        "\"then\":\"commit\",\"now\":\"held by a gate\"");
    }

    @ParameterizedTest
    @EnumSource
    void heldPatchThatNoGateWouldHold_flips(WhatIf.Mode mode) {
        assertThat(ask(created(GATED).add(held()), UNGATED, mode))
                .contains(
                        "\"flips\":1,",
                        "\"clause\":\"held by a gate\"",
                        "\"change\":\"committed-now\"",
                        "\"then\":\"held by a gate\",\"now\":\"commit\"");
    }
}
