package io.patchboard.kernel.blueprint;

import static io.patchboard.kernel.blueprint.Compiled.problems;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Problem;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the schemas of a blueprint take to compile, wherever they stand. */
class SchemaChargesTest {

    private static Json blueprint(String schema, String worker) {
        return JsonReader.parse("{\"apiVersion\":\"patchboard/v1\",\"name\":\"n\",\"state\":{\"schema\":" + schema
                + ",\"initial\":{}},\"workers\":{\"w\":" + worker + "}}");
    }

    private static void assertTooMuchWork(Json blueprint) {
        assertThat(BlueprintWork.of(blueprint)).isGreaterThan(BlueprintWork.MOST);
        assertThat(problems(blueprint))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .startsWith("Expected a blueprint that can be compiled within");
    }

    @Test
    void smallSubschemas_areChargedOneByOne() {
        String typed = IntStream.range(0, 9_000)
                .mapToObj(i -> "\"p" + i + "\":{\"type\":\"string\"}")
                .collect(Collectors.joining(",", "{\"properties\":{", "}}"));

        assertThat(BlueprintWork.of(blueprint(empty(19_000), "{}"))).isGreaterThan(19_000 * 600L);
        assertThat(problems(blueprint(typed, "{}"))).isEmpty();
        assertTooMuchWork(blueprint(empty(25_000), "{}"));
    }

    private static String empty(int count) {
        return "{\"allOf\":[" + "{},".repeat(count) + "{}]}";
    }

    private static String patterns(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{\"pattern\":\"a{900}" + i + "\"}")
                .collect(Collectors.joining(",", "{\"allOf\":[", "]}"));
    }

    @Test
    void patternsOfWhatAWorkerMayPropose_areChargedAsThoseOfTheState() {
        Json some = blueprint("{}", "{\"patch\":{\"schema\":" + patterns(100) + "}}");

        assertThat(problems(some)).isEmpty();
        assertThat(BlueprintWork.of(some)).isGreaterThan(100 * 900 * 100L);
        assertTooMuchWork(blueprint("{}", "{\"patch\":{\"schema\":" + patterns(200) + "}}"));
    }

    /** Those of the part of a view that never changes, which has the schema of each place that may be written. */
    @Test
    void tokensOfAView_areChargedWhereTheyAreBounded() {
        String schema = "{\"$defs\":{\"big\":{\"description\":\"" + "some words ".repeat(4_000)
                + "\"}},\"additionalProperties\":{\"$ref\":\"#/$defs/big\"}}";
        Json unbounded = blueprint(schema, "{" + writes(10) + "}");
        Json bounded = blueprint(schema, "{" + writes(10) + ",\"view\":{\"maxTokens\":100000}}");

        assertThat(BlueprintWork.of(bounded) - BlueprintWork.of(unbounded)).isGreaterThan(10 * 44_000 * 12L);
        assertThat(BlueprintWork.of(blueprint(schema, "{" + writes(50) + "}"))).isLessThan(BlueprintWork.MOST);
        assertTooMuchWork(blueprint(schema, "{" + writes(50) + ",\"view\":{\"maxTokens\":100000}}"));
    }

    private static String writes(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{\"op\":[\"add\"],\"path\":\"/a" + i + "\"}")
                .collect(Collectors.joining(",", "\"write\":[", "]"));
    }

    /** It is compiled by each level around it that leads to it. */
    @Test
    void whatIsSealedWithinWhatIsSealed_isChargedForEachLevel() {
        String large = empty(5_000);
        Json one = blueprint(sealed(large, 1), "{}");
        Json two = blueprint(sealed(large, 2), "{}");

        assertThat(problems(two)).isEmpty();
        assertThat(BlueprintWork.of(one)).isLessThan(3_500_000);
        assertThat(BlueprintWork.of(two) - BlueprintWork.of(one)).isGreaterThan(75 * 15_000);
        assertTooMuchWork(blueprint(sealed(large, 20), "{}"));
    }

    private static String sealed(String inside, int levels) {
        return "{\"properties\":{\"a\":" + "{\"$sealed\":".repeat(levels) + inside + "}".repeat(levels) + "}}";
    }
}
