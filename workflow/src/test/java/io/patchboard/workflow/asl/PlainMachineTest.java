package io.patchboard.workflow.asl;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Failure;
import io.patchboard.workflow.blueprint.BoardTree;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(strings = {"$.a[0].l", "$.a[0]['l']", "$.in", "$['a-b']", "$$.Execution.Input.in"})
    void items_areWhereAnyPathLeads(String path) {
        BoardTree tree =
                run("""
                {"StartAt": "Each", "States": {"Each": {"Type": "Map", "ItemsPath": "%s", "End": true,
                  "ItemProcessor": {"StartAt": "Do", "States": {
                    "Do": {"Type": "Task", "Resource": "r", "End": true}}}}}}
                """.formatted(path), "{\"a\": [{\"l\": [1, 2]}], \"in\": [1, 2], \"a-b\": [1, 2]}", "7", "7");

        assertThat(tree.result()).hasToString("[7,7]");
        assertThat(asked).containsExactlyInAnyOrder(Json.of(1L), Json.of(2L));
    }

    /** What a kernel's rules and policies have no word for. */
    @Test
    void waitBeforeTheEnd_circleOfWaits_anyRate_areRun() {
        assertThat(run("""
                        {"StartAt": "Do", "States": {
                          "Do": {"Type": "Task", "Resource": "r", "Next": "Rest",
                            "Retry": [{"ErrorEquals": ["States.TaskFailed"], "BackoffRate": 1.5}]},
                          "Rest": {"Type": "Wait", "Seconds": 60, "End": true}}}
                        """, "{}", "!No.", "7").result()).hasToString("7");
        assertThat(run("""
                        {"StartAt": "Rest", "States": {
                          "Rest": {"Type": "Wait", "Seconds": 60, "Next": "Go?"},
                          "Go?": {"Type": "Choice", "Default": "Rest",
                            "Choices": [{"Variable": "$.x", "IsPresent": true, "Next": "Go"}]},
                          "Go": {"Type": "Task", "Resource": "r", "End": true}}}
                        """, "{\"x\": 1}", "8").result()).hasToString("8");
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
