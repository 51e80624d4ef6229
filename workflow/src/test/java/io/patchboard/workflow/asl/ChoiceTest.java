package io.patchboard.workflow.asl;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.workflow.blueprint.BlueprintExport;
import io.patchboard.workflow.blueprint.BoardTree;
import io.patchboard.workflow.check.WorkflowChecker;
import org.junit.jupiter.api.Test;

/** What a choice reads. What is not there is an error of its state, as in the real service, not a rule that fails. */
class ChoiceTest {

    private static final String CHOICE = """
            {"StartAt": "Large?", "States": {
              "Large?": {"Type": "Choice", "Choices": [%s], "Default": "No"},
              "Yes": {"Type": "Succeed"},
              "No": {"Type": "Succeed"}}}""";

    private static final String PLAIN = "{\"Variable\": \"$.total\", \"NumericGreaterThan\": 10, \"Next\": \"Yes\"}";

    @Test
    void path_thatLeadsNowhere_isAnErrorOfTheRun() {
        BoardTree tree = run(CHOICE.formatted(PLAIN), "{}");

        assertThat(tree.log().getLast().event()).isInstanceOf(BoardHalted.class);
        assertThat(tree.log())
                .anySatisfy(entry -> assertThat(entry.event())
                        .isInstanceOfSatisfying(
                                PatchRejected.class,
                                rejected -> assertThat(rejected.rejection().message())
                                        .contains("States.Runtime: ", "total")));
    }

    /** Nobody is asked what to do: the machine has failed, also where no state says anything of data. */
    @Test
    void noRuleThatHolds_andNoDefault_isAnErrorOfItsName() {
        BoardTree tree = run("""
                {"StartAt": "Which?", "States": {
                  "Which?": {"Type": "Choice", "Choices": [{"Variable": "$.a", "IsPresent": true, "Next": "Yes"}]},
                  "Yes": {"Type": "Task", "Resource": "r", "End": true}}}
                """, "{}");

        assertThat(tree.log().getLast().event()).isInstanceOf(BoardHalted.class);
        assertThat(tree.log().toString()).contains("States.NoChoiceMatched: ");
    }

    @Test
    void path_thatLeadsNowhereInABranch_isCaughtByItsName_andByNoOther() {
        String machine = """
                {"StartAt": "Both", "States": {
                  "Both": {"Type": "Parallel", "Branches": [%s], "Catch": [%s{"ErrorEquals": ["States.ALL"], "Next": "Any"}], "End": true},
                  "Any": {"Type": "Pass", "Result": "any", "End": true}}}""";
        String branch = CHOICE.formatted(PLAIN);
        String byName = "{\"ErrorEquals\": [\"States.Runtime\"], \"ResultPath\": \"$.error\", \"Next\": \"Any\"}, ";

        assertThat(run(machine.formatted(branch, byName), "{}").result()).hasToString("\"any\"");
        assertThat(run(machine.formatted(branch, ""), "{}").log().getLast().event())
                .isInstanceOf(BoardHalted.class);
        assertThat(run(machine.formatted(branch, byName), "{\"total\": 11}").result())
                .hasToString("[{\"total\":11}]");
    }

    /** Nothing is paid for where a rule says that it is asked only of what is there. */
    @Test
    void path_thatIsAskedForFirst_isNoError() {
        String guarded = CHOICE.formatted("{\"And\": [{\"Variable\": \"$.total\", \"IsPresent\": true}, "
                + PLAIN.replace(", \"Next\": \"Yes\"", "") + "], \"Next\": \"Yes\"}");

        assertThat(written(guarded).evaluating()).isEmpty();
        assertThat(run(guarded, "{}").result()).hasToString("{}");
        assertThat(written(CHOICE.formatted(PLAIN)).evaluating()).contains("Yes", "No");
        String late = CHOICE.formatted("{\"And\": [" + PLAIN.replace(", \"Next\": \"Yes\"", "")
                + ", {\"Variable\": \"$.total\", \"IsPresent\": true}], \"Next\": \"Yes\"}");
        assertThat(written(late).evaluating()).as("asked for too late").contains("Yes", "No");
    }

    /** In both languages: of a board of its own, too, which is handed the variables around it. */
    @Test
    void choice_asksForVariablesAndTheContext() {
        for (String rule : new String[] {
            "\"Variable\": \"$most\", \"NumericLessThanPath\": \"$.n\"",
            "\"Variable\": \"$$.Map.Item.Value\", \"NumericGreaterThan\": 2"
        }) {
            assertThat(run("""
                            {"StartAt": "Set", "States": {
                              "Set": {"Type": "Pass", "Assign": {"most": 2}, "Next": "Each"},
                              "Each": {"Type": "Map", "ItemsPath": "$.all", "ItemSelector": {"n.$": "$$.Map.Item.Value"}, "End": true,
                                "ItemProcessor": {"StartAt": "Large?", "States": {
                                  "Large?": {"Type": "Choice", "Choices": [{%s, "Next": "Yes"}], "Default": "No"},
                                  "Yes": {"Type": "Pass", "Result": "yes", "End": true},
                                  "No": {"Type": "Pass", "Result": "no", "End": true}}}}}}
                            """.formatted(rule), "{\"all\": [1, 3]}").result())
                    .as(rule)
                    .hasToString("[\"no\",\"yes\"]");
        }
        assertThat(run("""
                        {"QueryLanguage": "JSONata", "StartAt": "Set", "States": {
                          "Set": {"Type": "Pass", "Assign": {"ok": "{% $states.input.n > 2 %}"}, "Next": "Ok?"},
                          "Ok?": {"Type": "Choice", "Choices": [{"Condition": "{% $ok %}", "Next": "Yes"}], "Default": "No"},
                          "Yes": {"Type": "Succeed", "Output": "yes"},
                          "No": {"Type": "Succeed", "Output": "no"}}}
                        """, "{\"n\": 3}").result()).hasToString("\"yes\"");
    }

    @Test
    void condition_withFunctionsOfJsonata_isEvaluated() {
        String machine = """
                {"QueryLanguage": "JSONata", "StartAt": "Sum?", "States": {
                  "Sum?": {"Type": "Choice", "Default": "No", "Choices": [
                    {"Condition": "{% $states.input.never = 1 %}", "Next": "No"},
                    {"Condition": "{% $sum($states.input.all.n) > 3 %}", "Next": "Yes"}]},
                  "Yes": {"Type": "Succeed", "Output": "yes"},
                  "No": {"Type": "Succeed", "Output": "no"}}}
                """;

        assertThat(run(machine, "{\"all\": [{\"n\": 1}, {\"n\": 3}]}").result()).hasToString("\"yes\"");
        assertThat(run(machine, "{\"all\": [{\"n\": 1}]}").result()).hasToString("\"no\"");
        assertThat(run(machine.replace("> 3", ""), "{\"all\": [{\"n\": 1}]}").log())
                .as("a number is no condition")
                .anySatisfy(entry -> assertThat(entry.event())
                        .isInstanceOfSatisfying(
                                PatchRejected.class,
                                rejected -> assertThat(rejected.rejection().message())
                                        .contains("States.QueryEvaluationError: The field 'Condition' must be true")));
    }

    /** What a path goes through need be no object: that is no error, and leads nowhere. */
    @Test
    void path_throughWhatIsNoObject_isNotThere() {
        String plain = """
                {"StartAt": "There?", "States": {
                  "There?": {"Type": "Choice", "Default": "No", "Choices": [
                    {"Variable": "$.a.b", "IsPresent": true, "Next": "Yes"}]},
                  "Yes": {"Type": "Pass", "Result": "yes", "End": true},
                  "No": {"Type": "Pass", "Result": "no", %s"End": true}}}
                """;
        for (String data : new String[] {"", "\"ResultPath\": \"$\", "}) {
            assertThat(written(plain.formatted(data)).evaluating().isEmpty()).isEqualTo(data.isEmpty());
            for (String input : new String[] {"{\"a\": null}", "{\"a\": \"text\"}", "7"}) {
                assertThat(run(plain.formatted(data), input).result()).as(input).hasToString("\"no\"");
            }
            assertThat(run(plain.formatted(data), "{\"a\": {\"b\": null}}").result())
                    .hasToString("\"yes\"");
        }
    }

    /** What CEL says otherwise, JSONata decides, once the machine is evaluated. */
    @Test
    void condition_overLists_isThatOfJsonata() {
        String machine = """
                {"QueryLanguage": "JSONata", "StartAt": "Sum?", "States": {
                  "Sum?": {"Type": "Choice", "Default": "No", "Choices": [{"Condition": "{%% %s %%}", "Next": "Yes"}]},
                  "Yes": {"Type": "Succeed", "Output": "yes"},
                  "No": {"Type": "Succeed", "Output": "no"}}}
                """;

        assertThat(run(machine.formatted("$states.input.a.name = 'x'"), "{\"a\": [{\"name\": \"x\"}]}")
                        .result())
                .hasToString("\"yes\"");
        assertThat(run(machine.formatted("$states.input.a[0] = 1"), "{\"a\": 1}")
                        .result())
                .hasToString("\"yes\"");
        assertThat(run(machine.formatted("$states.input.a.b = 1"), "{\"a\": null}")
                        .result())
                .hasToString("\"no\"");
    }

    /** What is handed on is the same each time. */
    @Test
    void choice_leadsToItself_asOftenAsItChooses() {
        BoardTree tree = run("""
                {"QueryLanguage": "JSONata", "StartAt": "Luck?", "States": {
                  "Luck?": {"Type": "Choice", "Default": "Luck?", "Choices": [
                    {"Condition": "{% $random() > 0.8 %}", "Next": "Yes"}]},
                  "Yes": {"Type": "Succeed", "Output": "yes"}}}
                """, "{}");

        assertThat(tree.result()).hasToString("\"yes\"");
        assertThat(tree.log().stream().filter(entry -> entry.event() instanceof WorkerInvoked))
                .hasSizeGreaterThan(3);
    }

    /** A guard may be a rule of the state's own, as a whole, and there has to be one. */
    @Test
    void ruleOfTheStatesOwn_isAGuardAsAWhole() {
        JsonObject imported =
                AslImport.read(JsonReader.parse("""
                        {"QueryLanguage": "JSONata", "StartAt": "Sum?", "States": {
                          "Sum?": {"Type": "Choice", "Default": "No", "Choices": [
                            {"Condition": "{% $sum($states.input.all) > 3 %}", "Next": "Yes"}]},
                          "Yes": {"Type": "Succeed"},
                          "No": {"Type": "Succeed"}}}
                        """), "machine").workflow().orElseThrow();

        assertThat(WorkflowChecker.check(imported).errors()).isEmpty();
        assertThat(WorkflowChecker.check(withGuard(imported, "!rules[0]")).errors())
                .hasSize(1);
        BoardTree none = run(written(withGuard(imported, "rules[7]")), "{\"all\": [4]}");
        assertThat(none.log())
                .anySatisfy(entry -> assertThat(entry.event())
                        .isInstanceOfSatisfying(
                                PatchRejected.class,
                                rejected -> assertThat(rejected.rejection().message())
                                        .contains("names rules[7]")));
    }

    private static JsonObject withGuard(JsonObject workflow, String guard) {
        return (JsonObject) JsonReader.parse(JsonWriter.compact(workflow).replace("\"rules[0]\"", "\"" + guard + "\""));
    }

    static BlueprintExport.Result written(String machine) {
        return written(
                AslImport.read(JsonReader.parse(machine), "machine").workflow().orElseThrow());
    }

    private static BlueprintExport.Result written(JsonObject workflow) {
        BlueprintExport.Result written =
                BlueprintExport.write(WorkflowChecker.check(workflow).workflow().orElseThrow());
        assertThat(written.unsupported()).isEmpty();
        return written;
    }

    private static BoardTree run(String machine, String input) {
        return run(written(machine), input);
    }

    private static BoardTree run(BlueprintExport.Result written, String input) {
        return BoardTree.run(
                written,
                JsonReader.parse(input),
                (asked, item) -> {
                    throw new AssertionError("Expected a machine without tasks.");
                },
                1);
    }
}
