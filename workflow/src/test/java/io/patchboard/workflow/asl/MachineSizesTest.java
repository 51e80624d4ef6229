package io.patchboard.workflow.asl;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Failure;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Problem;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.workflow.blueprint.BlueprintExport;
import io.patchboard.workflow.blueprint.BoardTree;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Machines whose texts are long, whose data is large, or that take many turns. */
class MachineSizesTest {

    private static final String LONG = "a".repeat(9_500);

    /** Import, check and run read them; none of it goes deeper with each character. */
    @Test
    void longTexts_areRead() {
        assertThat(run("""
                        {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                          "Parameters": {"t.$": "States.Format('%s{}', $.n)"}}}}""".formatted(LONG), "{\"n\": 1}").result()).isEqualTo(json("{\"t\": \"" + LONG + "1\"}"));
        assertThat(run("""
                        {"QueryLanguage": "JSONata", "StartAt": "A", "States": {
                          "A": {"Type": "Choice", "Default": "C", "Choices": [
                            {"Condition": "{%% $states.input.n = '%s' %%}", "Next": "B"}]},
                          "B": {"Type": "Succeed", "Output": "{%% '%s' & $states.input.n %%}"},
                          "C": {"Type": "Succeed"}}}""".formatted(LONG, "b"), "{\"n\": \"" + LONG + "\"}").result())
                .isEqualTo(Json.of("b" + LONG));
    }

    /** What was handed on is gone once it was taken: whoever asks again and again needs room for one turn. */
    @Test
    void loop_lastsAsLongAsItsGuards_notAsItsData() {
        String input = "{\"order\": \"" + "x".repeat(20_000) + "\"}";
        List<WorkerInvoked> asked = new ArrayList<>();
        BoardTree tree = BoardTree.run(
                ChoiceTest.written("""
                        {"StartAt": "Rest", "States": {
                          "Rest": {"Type": "Wait", "Seconds": 60, "Next": "Ask"},
                          "Ask": {"Type": "Task", "Resource": "r", "ResultPath": "$.r", "Next": "Done?",
                            "Retry": [{"ErrorEquals": ["Busy"]}]},
                          "Done?": {"Type": "Choice", "Default": "Rest", "Choices": [
                            {"Variable": "$.r", "StringEquals": "done", "Next": "End"}]},
                          "End": {"Type": "Pass", "OutputPath": "$.r", "End": true}}}
                        """),
                json(input),
                (invoked, item) -> {
                    asked.add(invoked);
                    if (asked.size() % 10 == 0) {
                        throw new BoardTree.CannotException(Failure.Kind.REFUSED, "Busy: later");
                    }
                    return Json.of(asked.size() < 300 ? "no" : "done");
                },
                1);

        assertThat(tree.result()).isEqualTo(Json.of("done"));
        assertThat(asked).hasSize(301);
        assertThat(asked.getLast().view().compactBytes()).isLessThan(50_000);
    }

    /** The context has the whole input: it is handed to all items at once, and variables with it. */
    @Test
    void mapThatLooksAtTheContext_handsItOnOnce() {
        String one = "{\"order\": \"number-1000\", \"customer\": \"somebody-0\", \"n\": 0}";
        assertThat(run("""
                        {"StartAt": "V", "States": {
                          "V": {"Type": "Pass", "Assign": {"all.$": "$.l"}, "Next": "A"},
                          "A": {"Type": "Map", "ItemsPath": "$.l", "ItemSelector": {"v.$": "$$.Map.Item.Value"},
                            "ResultSelector": {"n.$": "States.ArrayLength($)", "last.$": "$[149]"}, "End": true,
                            "ItemProcessor": {"StartAt": "B", "States": {
                              "B": {"Type": "Parallel", "OutputPath": "$[0]", "End": true, "Branches": [
                                {"StartAt": "Y", "States": {"Y": {"Type": "Pass", "End": true, "Parameters": {
                                  "o.$": "$.v.order", "i.$": "$$.Map.Item.Index", "v.$": "$all[1].n",
                                  "n.$": "States.ArrayLength($$.Execution.Input.l)"}}}}]}}}}}}
                        """, "{\"l\": [" + one + (", " + one).repeat(149) + "]}").result())
                .isEqualTo(json("{\"n\": 150, \"last\": {\"o\": \"number-1000\", \"i\": 149, \"v\": 0, \"n\": 150}}"));
    }

    @Test
    void moreThanAPatchHolds_isAnErrorByItsName() {
        String machine = """
                {"StartAt": "P", "States": {
                  "P": {"Type": "Parallel", "End": true, "Branches": [{"StartAt": "Q", "States": {
                      "Q": {"Type": "Pass", "End": true,
                        "Parameters": {"a.$": "States.Array($.t, $.t, $.t, $.t, $.t, $.t)"}}}}],
                    "Catch": [{"ErrorEquals": ["States.DataLimitExceeded"], "Next": "R"}]},
                  "R": {"Type": "Pass", "OutputPath": "$.Error", "End": true}}}
                """;
        String around = """
                [{"op":"add","path":"/result","value":{"output":{"a":["","","","","",""]}}}]""";
        int fitsWithoutWhatIsEmptied = (1_048_576 - around.length()) / 6;

        for (int length : new int[] {200_000, fitsWithoutWhatIsEmptied}) {
            assertThat(run(machine, "{\"t\": \"" + "x".repeat(length) + "\"}").result())
                    .isEqualTo(Json.of("States.DataLimitExceeded"));
        }
    }

    /** The board's own input may be larger than what is handed on, so a catch cannot hand it on, either. */
    @Test
    void catchThatHandsOnTooMuch_endsTheMachine_withTheSameError() {
        BoardTree tree = run("""
                {"StartAt": "T", "States": {
                  "T": {"Type": "Task", "Resource": "r", "Parameters": {}, "End": true,
                    "Catch": [{"ErrorEquals": ["States.DataLimitExceeded"], "ResultPath": "$.e", "Next": "H"}]},
                  "H": {"Type": "Succeed"}}}
                """, "{\"t\": \"" + "é".repeat(600_000) + "\"}");

        assertThat(tree.log())
                .extracting(entry -> entry.event() instanceof PatchRejected no
                        ? no.rejection().message()
                        : "")
                .anyMatch(message -> message.contains("States.DataLimitExceeded: Expected at most"));
    }

    /** A guard has 10,000 characters at most: what the paths go through is asked once. */
    @Test
    void choiceOfManyPaths_isAGuard() {
        String paths = IntStream.range(0, 60)
                .mapToObj(i -> "{\"Variable\": \"$.order.customer.address.lines.field" + i + "\", \"IsPresent\": true}")
                .collect(Collectors.joining(", "));
        String machine = """
                {"StartAt": "A", "States": {
                  "A": {"Type": "Choice", "Default": "N", "Choices": [{"Next": "Y", "And": [%s]}]},
                  "Y": {"Type": "Pass", "Result": "yes", "End": true},
                  "N": {"Type": "Pass", "Result": "no", "End": true}}}
                """.formatted(paths);
        String fields =
                IntStream.range(0, 60).mapToObj(i -> "\"field" + i + "\": 1").collect(Collectors.joining(", "));

        assertThat(run(machine, "{}").result()).isEqualTo(Json.of("no"));
        assertThat(run(machine, "{\"order\": {\"customer\": {\"address\": {\"lines\": {" + fields + "}}}}}")
                        .result())
                .isEqualTo(Json.of("yes"));
    }

    /** Of JSONata the rule itself is asked; a rule of JSONPath is refused by its place. */
    @Test
    void ruleThatIsTooLongForAGuard() {
        String field = "$states.input.order.customer.address.lines.field";
        String jsonata =
                IntStream.range(0, 35).mapToObj(i -> field + i + " = 1").collect(Collectors.joining(" or "));
        String jsonPath = IntStream.range(0, 35)
                .mapToObj(i -> "{\"Variable\": \"$.order.customer.address.lines.field" + i + "\", \"IsPresent\": true}")
                .collect(Collectors.joining(", "));
        String machine = """
                {"QueryLanguage": "%s", "StartAt": "A", "States": {
                  "A": {"Type": "Choice", "Default": "N", "Choices": [{"Next": "Y", %s}]},
                  "Y": {"Type": "Succeed"}, "N": {"Type": "Fail"}}}
                """;
        String input = "{\"order\": {\"customer\": {\"address\": {\"lines\": {\"field34\": 1}}}}}";

        assertThat(run(machine.formatted("JSONata", "\"Condition\": \"{% " + jsonata + " %}\""), input)
                        .result())
                .isEqualTo(json(input));
        assertThat(AslImport.read(json(machine.formatted("JSONPath", "\"Or\": [" + jsonPath + "]")), "m")
                        .unsupported())
                .extracting(Problem::pointer)
                .containsExactly("/States/A/Choices/0");
    }

    /** As long as the language lets a constant be; no clock goes on for ever. */
    @Test
    void computedWait_isBounded_byAnErrorOfItsState() {
        String machine = """
                {"StartAt": "P", "States": {
                  "P": {"Type": "Parallel", "End": true, "Branches": [{"StartAt": "W", "States": {
                      "W": {"Type": "Wait", "SecondsPath": "$.n", "End": true}}}],
                    "Catch": [{"ErrorEquals": ["States.Runtime"], "Next": "R"}]},
                  "R": {"Type": "Pass", "OutputPath": "$.Cause", "End": true}}}
                """;

        assertThat(run(machine, "{\"n\": 9999999}").result()).isEqualTo(json("[{\"n\": 9999999}]"));
        assertThat(run(machine, "{\"n\": 1e18}").result().toString()).contains("at most 99999999 seconds");
    }

    /** Without what a blueprint says of lists that are emptied, whoever evaluates does as before there was that. */
    @Test
    void blueprintOfBefore_andWorkersOfBefore_areServed() {
        BlueprintExport.Result written = ChoiceTest.written("""
                {"StartAt": "V", "States": {
                  "V": {"Type": "Pass", "Assign": {"v.$": "$.z"}, "Next": "A"},
                  "A": {"Type": "Map", "ItemsPath": "$.l", "End": true,
                    "ItemSelector": {"o.$": "$$.Map.Item.Index"},
                    "ItemProcessor": {"StartAt": "B", "States": {
                      "B": {"Type": "Parallel", "OutputPath": "$[0]", "End": true, "Branches": [
                        {"StartAt": "Y", "States": {"Y": {"Type": "Pass", "End": true, "Parameters": {
                          "o.$": "$.o", "i.$": "$$.Map.Item.Value", "v.$": "$v",
                          "z.$": "$$.Execution.Input.z"}}}}]}}}}}}
                """);
        Json input = json("{\"l\": [\"a\", \"b\"], \"z\": 3}");
        Json result = json("""
                [{"o": 0, "i": "a", "v": 3, "z": 3}, {"o": 1, "i": "b", "v": 3, "z": 3}]""");
        UnaryOperator<String> workersOfBefore = text -> text.replaceAll(",..empties..:\\[.*?]", "");
        UnaryOperator<String> allOfBefore = text -> workersOfBefore
                .apply(text)
                .replaceAll("(variables..: )(?:has.*? : )?state.variables", "$1item.variables")
                .replaceAll("(context..: )has.*? : state.context(?=})", "$1item.context");

        assertThat(run(written, input).result()).isEqualTo(result);
        assertThat(run(edited(written, workersOfBefore), input).result()).isEqualTo(result);
        assertThat(run(edited(written, allOfBefore), input).result()).isEqualTo(result);
    }

    private static BlueprintExport.Result edited(BlueprintExport.Result written, UnaryOperator<String> edit) {
        UnaryOperator<JsonObject> each = blueprint -> (JsonObject) json(edit.apply(blueprint.toString()));
        assertThat(written.blueprint().map(each)).isNotEqualTo(written.blueprint());
        return new BlueprintExport.Result(
                written.blueprint().map(each),
                written.parts().stream().map(each).toList(),
                written.evaluating(),
                List.of());
    }

    private static BoardTree run(String machine, String input) {
        return run(ChoiceTest.written(machine), json(input));
    }

    private static BoardTree run(BlueprintExport.Result written, Json input) {
        return BoardTree.run(
                written,
                input,
                (asked, item) -> {
                    throw new AssertionError("Expected a machine without tasks.");
                },
                1);
    }

    private static Json json(String text) {
        return JsonReader.parse(text);
    }
}
