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
        assertThat(((CompileResult.Valid) compiled(
                                "{\"orderId\": {\"path\": \"/order/id\", \"unique\": true}, \"a\": \"/a~1b\"}"))
                        .blueprint()
                        .indexes()
                        .values())
                .containsExactly(
                        new Index("a", JsonPointer.parse("/a~1b"), false),
                        new Index("orderId", JsonPointer.parse("/order/id"), true));
    }

    @Test
    void indexes_thatAreNone_areErrorsAtTheirPlace() {
        assertThat(((CompileResult.Invalid) compiled("{\"orderId\": \"order.id\"}")).problems())
                .anySatisfy(problem -> assertThat(problem.pointer()).isEqualTo("/indexes/orderId"));
        assertThat(compiled("[]")).isInstanceOf(CompileResult.Invalid.class);
        assertThat(((CompileResult.Invalid)
                                compiled(
                                        "{\"a\": {\"path\": \"/a\", \"unique\": true}, \"b\": {\"path\": \"/b\", \"unique\": true}}"))
                        .problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.pointer()).isEqualTo("/indexes/b"));
    }
}
