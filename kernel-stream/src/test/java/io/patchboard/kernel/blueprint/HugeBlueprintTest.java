package io.patchboard.kernel.blueprint;

import static io.patchboard.kernel.blueprint.Compiled.problems;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Problem;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Blueprints of any size are told about within bounds of time and size. */
class HugeBlueprintTest {

    @Test
    void hugeNumberOfErrors_isBoundedInTimeAndSize() {
        StringBuilder text = new StringBuilder(
                "{\"apiVersion\":\"patchboard/v1\",\"name\":\"n\",\"state\":{\"schema\":true,\"initial\":{}},"
                        + "\"workers\":{\"w\":{\"read\":[\"0\"");
        for (int i = 1; i < 40_000; i++) {
            text.append(",\"").append(i).append('"');
        }
        List<Problem> problems = problems(JsonReader.parse(text.append("]}}}").toString()));

        assertThat(problems.size()).isBetween(100, 1_001);
    }

    @Test
    void hugeNumberOfRules_isBoundedInTime() {
        StringBuilder text = new StringBuilder(
                "{\"apiVersion\":\"patchboard/v1\",\"name\":\"n\",\"state\":{\"schema\":true,\"initial\":{}},"
                        + "\"workers\":{\"w\":{}},\"rules\":[");
        for (int i = 0; i < 300; i++) {
            text.append(i == 0 ? "" : ",")
                    .append("{\"name\":\"r")
                    .append(i)
                    .append("\",\"on\":{\"event\":\"created\"},\"invoke\":\"w\",\"when\":\"(\"}");
        }
        assertThat(problems(JsonReader.parse(text.append("]}").toString())).size())
                .isBetween(100, 1_001);
    }

    /** Each label is compared with each path that a role reads. */
    @Test
    void manyLabels_andManyReads_areTooMuchWork() {
        String few = labelled(2, 5_000);
        String many = labelled(100, 20_000);

        assertThat(problems(JsonReader.parse(few))).isEmpty();
        assertThat(BlueprintWork.of(JsonReader.parse(many)) - BlueprintWork.of(JsonReader.parse(labelled(0, 20_000))))
                .isGreaterThanOrEqualTo(100 * 20_000 * 6L);
        assertThat(problems(JsonReader.parse(many)))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .startsWith("Expected a blueprint that can be compiled within");
    }

    /** What a validator may write is compared with all that its planner may. */
    @Test
    void manyGrantsOfAValidatorAndItsPlanner_areTooMuchWork() {
        String grants = IntStream.range(0, 3_000)
                .mapToObj(i -> "{\"op\":[\"add\"],\"path\":\"/" + i + "\"}")
                .collect(Collectors.joining(",", "[", "]"));
        String workers = "{\"v\":{\"validates\":\"p\",\"write\":" + grants + "},\"p\":{\"write\":" + grants + "}}";

        assertThat(problems(blueprint(workers, "{}")))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .startsWith("Expected a blueprint that can be compiled within");
    }

    private static String labelled(int labels, int reads) {
        return blueprint("{\"w\":{\"read\":" + paths(reads) + "}}", "{\"untrusted\":" + paths(labels) + "}")
                .toString();
    }

    private static String paths(int count) {
        return IntStream.range(0, count).mapToObj(i -> "\"/" + i + "\"").collect(Collectors.joining(",", "[", "]"));
    }

    private static Json blueprint(String workers, String taint) {
        return JsonReader.parse("{\"apiVersion\":\"patchboard/v1\",\"name\":\"n\",\"state\":{\"schema\":true,"
                + "\"initial\":{}},\"workers\":" + workers + ",\"taint\":" + taint + "}");
    }
}
