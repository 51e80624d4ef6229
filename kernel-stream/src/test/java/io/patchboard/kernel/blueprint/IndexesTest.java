package io.patchboard.kernel.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import org.junit.jupiter.api.Test;

/** The places by whose values boards are found. */
class IndexesTest {

    private static CompileResult compiled(String indexes) {
        Json blueprint = JsonReader.parse("""
                {"apiVersion": "patchboard/v1", "name": "order", "indexes": %s,
                 "state": {"schema": {"type": "object"}, "initial": {}},
                 "workers": {"guest": {"unsolicited": true, "write": [{"op": ["add"], "path": "/x"}]}}}
                """.formatted(indexes));
        return BlueprintCompiler.compile(blueprint);
    }

    @Test
    void indexes_arePlacesByName() {
        assertThat(((CompileResult.Valid) compiled("{\"orderId\": \"/order/id\", \"a\": \"/a~1b\"}"))
                        .blueprint()
                        .indexes())
                .containsEntry("orderId", JsonPointer.parse("/order/id"))
                .containsEntry("a", JsonPointer.parse("/a~1b"))
                .hasSize(2);
    }

    @Test
    void indexes_thatAreNone_areErrorsAtTheirPlace() {
        assertThat(((CompileResult.Invalid) compiled("{\"orderId\": \"order.id\"}")).problems())
                .anySatisfy(problem -> assertThat(problem.pointer()).isEqualTo("/indexes/orderId"));
        assertThat(compiled("[]")).isInstanceOf(CompileResult.Invalid.class);
    }
}
