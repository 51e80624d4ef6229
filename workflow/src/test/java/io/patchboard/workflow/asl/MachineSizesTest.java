package io.patchboard.workflow.asl;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.workflow.blueprint.BoardTree;
import org.junit.jupiter.api.Test;

/** Machines whose texts are long, whose data is large, or that take many turns. */
class MachineSizesTest {

    private static final String LONG = "a".repeat(9_500);

    /** Import, check and run read them; none of it goes deeper with each character. */
    @Test
    void longTexts_areRead() {
        assertThat(run("""
                        {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                          "Parameters": {"t.$": "States.Format('%s{}', $.n)"}}}}""".formatted(LONG), "{\"n\": 1}")
                        .result())
                .isEqualTo(json("{\"t\": \"" + LONG + "1\"}"));
        assertThat(run("""
                        {"QueryLanguage": "JSONata", "StartAt": "A", "States": {
                          "A": {"Type": "Choice", "Default": "C", "Choices": [
                            {"Condition": "{%% $states.input.n = '%s' %%}", "Next": "B"}]},
                          "B": {"Type": "Succeed", "Output": "{%% '%s' & $states.input.n %%}"},
                          "C": {"Type": "Succeed"}}}""".formatted(LONG, "b"), "{\"n\": \"" + LONG + "\"}")
                        .result())
                .isEqualTo(Json.of("b" + LONG));
    }

    private static BoardTree run(String machine, String input) {
        return BoardTree.run(
                ChoiceTest.written(machine),
                json(input),
                (asked, item) -> {
                    throw new AssertionError("Expected a machine without tasks.");
                },
                1);
    }

    private static Json json(String text) {
        return JsonReader.parse(text);
    }
}
