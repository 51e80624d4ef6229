package io.patchboard.workflow.asl;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.Failure;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Problem;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.workflow.blueprint.BlueprintExport;
import io.patchboard.workflow.blueprint.BoardTree;
import io.patchboard.workflow.check.WorkflowChecker;
import io.patchboard.workflow.translation.Imported;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** State machines whose states say something of data, on boards of the kernel. */
class MachineTest {

    private static final String TASK = """
            {"StartAt": "Work", "States": {
              "Work": {"Type": "Task", "Resource": "r", "InputPath": "$.order",
                "Parameters": {"id.$": "$.id", "run.$": "$$.Execution.Input.run"},
                "ResultSelector": {"total.$": "$.sum"}, "ResultPath": "$.result", "OutputPath": "$.result",
                "Assign": {"total.$": "$.total"},
                "Retry": [{"ErrorEquals": ["Busy"], "IntervalSeconds": 2, "MaxAttempts": 2, "BackoffRate": 3}],
                "Catch": [{"ErrorEquals": ["Broken"], "ResultPath": "$.error", "Next": "Sorry"},
                          {"ErrorEquals": ["States.ALL"], "Next": "Sorry"}],
                "Next": "Tell"},
              "Tell": {"Type": "Pass", "Parameters": {"was.$": "$total", "now.$": "$.total"}, "End": true},
              "Sorry": {"Type": "Pass", "End": true}}}
            """;

    private final List<Json> asked = new ArrayList<>();

    @Test
    void task_isAskedWithItsParameters_andItsResultIsSelected() {
        BoardTree tree = run(TASK, "{\"order\": {\"id\": 7}, \"run\": 3}", List.of("{\"sum\": 5, \"rest\": 1}"));

        assertThat(asked).containsExactly(json("{\"id\": 7, \"run\": 3}"));
        assertThat(tree.result()).isEqualTo(json("{\"was\": 5, \"now\": 5}"));
    }

    /** Also where nothing is said of data, an error may lead to any state. */
    @Test
    void catch_leadsToAnyState() {
        String machine = """
                {"StartAt": "Work", "States": {
                  "Work": {"Type": "Task", "Resource": "r", "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "On"}], "End": true},
                  "On": %s}}
                """;
        for (String on : List.of("{\"Type\": \"Succeed\"}", "{\"Type\": \"Pass\", \"End\": true}")) {
            assertThat(run(machine.formatted(on), "{}", List.of("!No.")).result())
                    .isEqualTo(json("{\"Error\": \"States.TaskFailed\", \"Cause\": \"No.\"}"));
        }
        assertThat(run(machine.formatted("{\"Type\": \"Pass\", \"Result\": 7, \"End\": true}"), "{}", List.of("!No."))
                        .result())
                .isEqualTo(json("7"));
        run(machine.formatted("{\"Type\": \"Task\", \"Resource\": \"r\", \"End\": true}"), "{}", List.of("!No.", "8"));
        assertThat(asked).last().hasToString("{\"Error\":\"States.TaskFailed\",\"Cause\":\"No.\"}");
    }

    /** States are called in words, and their workers by what of that a worker can be called. */
    @Test
    void names_inWords_areServed_andTheContextHasThemAsTheyAre() {
        String machine = """
                {"StartAt": "Ask: who?", "States": {
                  "Ask: who?": {"Type": "Task", "Resource": "r", "Next": "2nd \u00e9tape"},
                  "2nd \u00e9tape": {"Type": "Pass", %s "Next": "Ask who"},
                  "Ask who": {"Type": "Pass", "End": true}}}
                """;
        for (String data : List.of("", "\"Parameters\": {\"state.$\": \"$$.State.Name\"},")) {
            BoardTree tree = run(machine.formatted(data), "{}", List.of("{\"a\": 1}"));

            assertThat(tree.log().toString()).contains("Ask-who");
            assertThat(tree.result())
                    .isEqualTo(json(data.isEmpty() ? "{\"a\": 1}" : "{\"state\": \"2nd \u00e9tape\"}"));
        }
    }

    @Test
    void retry_waitsAsLongAsItsStateSays_andCountsForItself() {
        BoardTree tree =
                run(TASK, "{\"order\": {\"id\": 7}, \"run\": 3}", List.of("!Busy: a", "!Busy: b", "{\"sum\": 1}"));

        List<Instant> times = tree.log().stream()
                .filter(entry -> entry.event() instanceof WorkerInvoked invoked
                        && invoked.worker().equals("Work"))
                .map(entry -> entry.header().time())
                .toList();
        assertThat(times).hasSize(3);
        assertThat(Duration.between(times.get(0), times.get(1)))
                .isBetween(Duration.ofSeconds(2), Duration.ofSeconds(3));
        assertThat(Duration.between(times.get(1), times.get(2)))
                .isBetween(Duration.ofSeconds(6), Duration.ofSeconds(7));
        assertThat(tree.result()).isEqualTo(json("{\"was\": 1, \"now\": 1}"));
    }

    @Test
    void catch_takesTheErrorByItsName_andPutsItWhereItSays() {
        assertThat(run(TASK, "{\"order\": {\"id\": 7}, \"run\": 3}", List.of("!Broken: into two"))
                        .result())
                .isEqualTo(json("{\"order\": {\"id\": 7}, \"run\": 3,"
                        + " \"error\": {\"Error\": \"Broken\", \"Cause\": \"into two\"}}"));
        assertThat(run(TASK, "{\"order\": {\"id\": 7}, \"run\": 3}", List.of("!Busy: a", "!Busy: a", "!Busy: a"))
                        .result())
                .isEqualTo(json("{\"Error\": \"Busy\", \"Cause\": \"a\"}"));
        assertThat(run(TASK, "{\"order\": {\"id\": 7}, \"run\": 3}", List.of("!No."))
                        .result())
                .isEqualTo(json("{\"Error\": \"States.TaskFailed\", \"Cause\": \"No.\"}"));
    }

    @Test
    void errorOfTheRun_isNotCaughtByThatOfAll() {
        BoardTree tree = run(TASK, "{\"run\": 3}", List.of());

        assertThat(end(tree)).startsWith("States.Runtime: The JSONPath '$.order'");
    }

    @Test
    void wait_lastsAsLongAsDataSays() {
        BoardTree tree = run("""
                {"StartAt": "Wait", "QueryLanguage": "JSONata", "States": {
                  "Wait": {"Type": "Wait", "Seconds": "{% $states.input.days * 86400 %}", "Assign": {"after": 1}, "Next": "Go"},
                  "Go": {"Type": "Succeed", "Output": "{% $after + $states.input.days %}"}}}
                """, "{\"days\": 3}", List.of());

        assertThat(tree.result()).isEqualTo(json("4"));
        List<LogEntry> log = tree.log();
        assertThat(Duration.between(
                        log.getFirst().header().time(), log.getLast().header().time()))
                .isBetween(Duration.ofDays(3), Duration.ofDays(3).plusMinutes(1));
    }

    @Test
    void variables_areThoseOfTheirScope() {
        String machine = """
                {"StartAt": "Set", "States": {
                  "Set": {"Type": "Pass", "Assign": {"x": 1, "y": 10}, "Next": "Both"},
                  "Both": {"Type": "Parallel", "Next": "Again", "ResultPath": "$.branches", "Branches": [
                    {"StartAt": "A", "States": {
                      "A": {"Type": "Pass", "Assign": {"z.$": "$x"}, "Next": "B"},
                      "B": {"Type": "Pass", "Parameters": {"z.$": "$z", "y.$": "$y"}, "End": true}}},
                    {"StartAt": "C", "States": {
                      "C": {"Type": "Pass", "Parameters": {"x.$": "$x"}, "End": true}}}]},
                  "Again": {"Type": "Pass", "Assign": {"x": 2, "y.$": "$x"}, "Next": "Tell"},
                  "Tell": {"Type": "Pass", "Parameters": {"x.$": "$x", "y.$": "$y", "b.$": "$.branches"}, "End": true}}}
                """;

        assertThat(run(machine, "{}", List.of()).result())
                .isEqualTo(json("{\"x\": 2, \"y\": 1, \"b\": [{\"z\": 1, \"y\": 10}, {\"x\": 1}]}"));
        assertThat(end(run(machine.replace("\"b.$\": \"$.branches\"", "\"b.$\": \"$z\""), "{}", List.of())))
                .startsWith("States.Runtime: The JSONPath '$z'");
    }

    @Test
    void map_toleratesAsManyFailuresAsItSays() {
        String machine = """
                {"StartAt": "Each", "States": {"Each": {"Type": "Map", "ItemsPath": "$.list", "End": true,
                  "ToleratedFailurePercentage": 50, "ItemProcessor": {
                    "ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"},
                    "StartAt": "Check", "States": {
                      "Check": {"Type": "Choice", "Choices": [{"Variable": "$", "NumericGreaterThan": 5, "Next": "No"}],
                        "Default": "Yes"},
                      "Yes": {"Type": "Pass", "End": true},
                      "No": {"Type": "Fail", "Error": "TooMuch"}}}}}}
                """;

        assertThat(run(machine, "{\"list\": [1, 9, 3, 8]}", List.of()).result()).isEqualTo(json("[1, 3]"));
        assertThat(end(run(machine, "{\"list\": [7, 9, 3, 8]}", List.of())))
                .startsWith("States.ExceedToleratedFailureThreshold");
        assertThat(end(run(machine.replace("50", "0"), "{\"list\": [7]}", List.of())))
                .isEqualTo("TooMuch");
    }

    @Test
    void example_isPriced() throws IOException {
        Path examples = Path.of("../examples/workflows");
        BoardTree tree = run(
                Files.readString(examples.resolve("prices.asl.json")),
                Files.readString(examples.resolve("prices/input.json")),
                List.of());

        assertThat(tree.result()).isEqualTo(json("""
                {"order": "ada-7", "customer": "ada", "total": 120, "review": "a person looks at it",
                 "lines": [{"number": 1, "total": 24}, {"number": 2, "total": 96}]}
                """));
    }

    @Test
    void itemBatcher_handsItemsOnInBatches_withWhatAllAreTold() {
        BoardTree tree = run("""
                {"StartAt": "Each", "States": {"Each": {"Type": "Map", "End": true, "ItemsPath": "$.list",
                  "ItemSelector": {"n.$": "$$.Map.Item.Value"},
                  "ItemBatcher": {"MaxItemsPerBatch": 2, "BatchInput": {"unit.$": "$.unit"}},
                  "ItemProcessor": {"StartAt": "Do", "States": {"Do": {"Type": "Task", "Resource": "r", "End": true}}}}}}
                """, "{\"list\": [1, 2, 3], \"unit\": \"m\"}", List.of("1", "1"));

        assertThat(asked)
                .containsExactlyInAnyOrder(
                        json("{\"BatchInput\": {\"unit\": \"m\"}, \"Items\": [{\"n\": 1}, {\"n\": 2}]}"),
                        json("{\"BatchInput\": {\"unit\": \"m\"}, \"Items\": [{\"n\": 3}]}"));
        assertThat(tree.result()).isEqualTo(json("[1, 1]"));
    }

    @Test
    void itemBatcher_boundsTheBytesOfABatch() {
        run("""
                {"QueryLanguage": "JSONata", "StartAt": "Each", "States": {"Each": {"Type": "Map", "End": true,
                  "ItemBatcher": {"MaxInputBytesPerBatch": 30},
                  "ItemProcessor": {"StartAt": "Do", "States": {"Do": {"Type": "Task", "Resource": "r", "End": true}}}}}}
                """, "[\"aaaaa\", \"bbbbb\", \"ccccc\"]", List.of("1", "1"));

        assertThat(asked)
                .containsExactlyInAnyOrder(
                        json("{\"Items\": [\"aaaaa\", \"bbbbb\"]}"), json("{\"Items\": [\"ccccc\"]}"));
    }

    @Test
    void timeoutOfTheMachine_failsIt() {
        for (String data : List.of("", "\"ResultPath\": \"$.r\", ")) {
            BoardTree tree = run("""
                    {"TimeoutSeconds": 60, "StartAt": "Wait", "States": {
                      "Wait": {"Type": "Wait", "Seconds": 3600, "Next": "Work"},
                      "Work": {"Type": "Task", "Resource": "r", %s"End": true}}}
                    """.formatted(data), "{}", List.of("{}"));

            assertThat(tree.log().getLast().event())
                    .isInstanceOfSatisfying(
                            BoardHalted.class,
                            halted -> assertThat(halted.toString()).contains("BUDGET_EXHAUSTED"));
            assertThat(Duration.between(
                            tree.log().getFirst().header().time(),
                            tree.log().getLast().header().time()))
                    .isBetween(Duration.ofSeconds(60), Duration.ofSeconds(62));
            assertThat(asked).isEmpty();
        }
    }

    @Test
    void whatIsNotRun_isNamedWithItsPlace() {
        Imported read = AslImport.read(
                json(TASK.replace("\"Resource\": \"r\",", "\"Resource\": \"r\", \"HeartbeatSeconds\": 5,")), "machine");

        assertThat(BlueprintExport.write(WorkflowChecker.check(read.workflow().orElseThrow())
                                .workflow()
                                .orElseThrow())
                        .unsupported())
                .extracting(Problem::pointer)
                .containsExactly("/nodes/2/params/asl/HeartbeatSeconds");
    }

    /** @param answers what the tasks answer one after the other; after an exclamation mark, why they cannot */
    private BoardTree run(String machine, String input, List<String> answers) {
        Imported read = AslImport.read(json(machine), "machine");
        assertThat(read.errors()).isEmpty();
        BlueprintExport.Result written = BlueprintExport.write(
                WorkflowChecker.check(read.workflow().orElseThrow()).workflow().orElseThrow());
        assertThat(written.unsupported()).isEmpty();
        List<String> left = new ArrayList<>(answers);
        return BoardTree.run(
                written,
                json(input),
                (invoked, item) -> {
                    asked.add(item);
                    String answer = left.removeFirst();
                    if (answer.startsWith("!")) {
                        throw new BoardTree.CannotException(Failure.Kind.REFUSED, answer.substring(1));
                    }
                    return json(answer);
                },
                7);
    }

    /** What has failed the machine. */
    private static String end(BoardTree tree) {
        assertThat(tree.log().getLast().event()).isInstanceOf(BoardHalted.class);
        return tree.log().stream()
                .filter(entry -> entry.event() instanceof PatchRejected)
                .map(entry -> ((PatchRejected) entry.event()).rejection().message())
                .reduce((first, last) -> last)
                .orElse("")
                .replaceFirst("(?s)^.*?but it reports: ", "");
    }

    private static Json json(String text) {
        return JsonReader.parse(text);
    }
}
