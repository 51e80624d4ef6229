package io.patchboard.kernel.blueprint;

import static io.patchboard.kernel.blueprint.Compiled.problems;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonReader;
import io.patchboard.record.Problem;
import java.util.List;
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
}
