package io.patchboard.kernel.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Problem;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How many ways with dynamic anchors there may be to a subschema. */
class ScopesTest {

    /** Each of 20 resources can be come to with or without most of those before it, and with all of a long chain. */
    @Test
    void manySetsOfDynamicAnchors_areRefused() throws SchemaCompileException {
        assertThat(JsonSchema.compile(json(ways(2))).validate(json("{}"))).isEmpty();
        SchemaCompileException error =
                catchThrowableOfType(SchemaCompileException.class, () -> JsonSchema.compile(json(ways(20))));
        assertThat(error.problems())
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .contains("sets of dynamic anchors", "at most 250000 anchors");
    }

    private static String ways(int resources) {
        Stream<String> chain = IntStream.range(0, 100).mapToObj(i -> {
            String next = i < 99 ? "r" + (i + 1) : "s0";
            return resource("r" + i, next, next);
        });
        Stream<String> ways = IntStream.range(0, resources)
                .mapToObj(i -> resource("s" + i, "s" + (i + 1), "s" + Math.min(resources, i + 2)));
        return "{'$ref':'http://x/r0','$defs':{"
                + Stream.concat(chain, ways).collect(Collectors.joining(","))
                + ",'s" + resources + "':{'$id':'http://x/s" + resources + "'}}}";
    }

    private static String resource(String name, String one, String other) {
        return "'" + name + "':{'$id':'http://x/" + name + "','$dynamicAnchor':'" + name
                + "','properties':{'a':{'$ref':'http://x/" + one + "'},'b':{'$ref':'http://x/" + other
                + "'}},'$defs':{'asked':{'$dynamicRef':'#" + name + "'}}}";
    }

    private static Json json(String text) {
        return JsonReader.parse(text.replace('\'', '"'));
    }
}
