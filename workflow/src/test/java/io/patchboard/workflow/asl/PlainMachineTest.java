package io.patchboard.workflow.asl;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Failure;
import io.patchboard.workflow.blueprint.BoardTree;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Machines whose states say nothing of data end as others do. */
class PlainMachineTest {

    private final List<Json> asked = new ArrayList<>();

    /** Whether or not there are other ends, and however often it was come to. */
    @Test
    void result_isTheOutputOfTheLastState() {
        String ends = """
                {"StartAt": "Which?", "States": {
                  "Which?": {"Type": "Choice", "Default": "N",
                    "Choices": [{"Variable": "$.x", "IsPresent": true, "Next": "Y"}]},
                  "Y": {"Type": "Task", "Resource": "r", "End": true},
                  "N": {"Type": "Task", "Resource": "r", "End": true}}}
                """;
        String circle = """
                {"StartAt": "Ask", "States": {
                  "Ask": {"Type": "Task", "Resource": "r", "Next": "Done?"},
                  "Done?": {"Type": "Choice", "Default": "Ask",
                    "Choices": [{"Variable": "$.id", "IsPresent": true, "Next": "End"}]},
                  "End": {"Type": "Succeed"}}}
                """;

        assertThat(ChoiceTest.written(ends).evaluating()).isEmpty();
        assertThat(run(ends, "{\"x\": 1}", "{\"id\": 5}").result()).hasToString("{\"id\":5}");
        assertThat(run(ends, "{}", "{\"id\": 6}").result()).hasToString("{\"id\":6}");
        assertThat(ChoiceTest.written(circle).evaluating()).isEmpty();
        assertThat(run(circle, "{}", "{}", "{\"id\": 7}").result()).hasToString("{\"id\":7}");
    }

    /** @param answers what the tasks answer one after the other; after an exclamation mark, why they cannot */
    private BoardTree run(String machine, String input, String... answers) {
        List<String> left = new ArrayList<>(List.of(answers));
        return BoardTree.run(
                ChoiceTest.written(machine),
                JsonReader.parse(input),
                (invoked, item) -> {
                    asked.add(item);
                    String answer = left.removeFirst();
                    if (answer.startsWith("!")) {
                        throw new BoardTree.CannotException(Failure.Kind.REFUSED, answer.substring(1));
                    }
                    return JsonReader.parse(answer);
                },
                7);
    }
}
