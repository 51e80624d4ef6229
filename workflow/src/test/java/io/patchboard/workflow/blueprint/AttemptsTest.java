package io.patchboard.workflow.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Failure;
import io.patchboard.record.Problem;
import io.patchboard.workflow.asl.AslImport;
import io.patchboard.workflow.check.WorkflowChecker;
import io.patchboard.workflow.check.Workflows;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All attempts of a policy are made, and who catches is asked after the last one: no circuit trips before. */
class AttemptsTest {

    private static final String WORKFLOW = """
            name: patience
            nodes:
              - {id: work, type: task, policyRef: patient, io: {output: {type: object, required: [id]}}}
              - {id: sorry, type: task}
            edges: []
            policies:
              default: {timeout: {seconds: 30}}
              patient:
                timeout: {seconds: 30}
                retry: {maxAttempts: %d}
                backoff: {mode: fixed, base: 1}
                catch: {onError: "*", handlerNode: sorry}
            """;

    private static final String MACHINE = """
            {"StartAt": "Work", "States": {
              "Work": {"Type": "Task", "Resource": "r", "ResultPath": "$.done", "End": true,
                "Retry": [{"ErrorEquals": ["JobRunning"], "IntervalSeconds": 60, "MaxAttempts": 98, "BackoffRate": 1}],
                "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Sorry"}]},
              "Sorry": {"Type": "Pass", "Result": "sorry", "End": true}}}
            """;

    private final List<String> asked = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(ints = {5, 99})
    void wrongAnswers_areAskedForAgain_andThenCaught(int attempts) {
        BoardTree tree = BoardTree.run(
                GatherTest.write(WORKFLOW.formatted(attempts)),
                JsonObject.EMPTY,
                (invoked, item) -> {
                    asked.add(invoked.worker());
                    return invoked.worker().equals("work") ? JsonObject.EMPTY : item;
                },
                1);

        assertThat(JsonPlace.of(tree.result()).items("sorry")).hasSize(1);
        assertThat(asked).hasSize(attempts + 1).endsWith("sorry");
    }

    @Test
    void failures_areTriedAgain_andThenCaught() {
        BoardTree tree = BoardTree.run(
                GatherTest.write(WORKFLOW.formatted(99)),
                JsonObject.EMPTY,
                (invoked, item) -> invoked.worker().equals("work") ? failing("It cannot be done.") : item,
                1);

        assertThat(JsonPlace.of(tree.result()).items("sorry")).hasSize(1);
        assertThat(asked).hasSize(99);
    }

    /** A job is waited for: each of these attempts is one of its own on the board. */
    @Test
    void failures_ofAStateMachineThatEvaluates_areTriedAgain_andThenCaught() {
        BoardTree tree =
                BoardTree.run(machine(MACHINE), JsonObject.EMPTY, (invoked, item) -> failing("JobRunning: wait"), 1);

        assertThat(tree.result()).isEqualTo(Json.of("sorry"));
        assertThat(asked).hasSize(99);
    }

    @Test
    void moreAttemptsThanABoardGives_areRefusedOfAStateMachine() {
        assertThat(machine(MACHINE.replace("98", "99")).unsupported())
                .extracting(Problem::pointer)
                .containsExactly("/policies/Work/retry/0/maxAttempts");
    }

    private static BlueprintExport.Result machine(String machine) {
        return BlueprintExport.write(WorkflowChecker.check(AslImport.read(JsonReader.parse(machine), "machine")
                        .workflow()
                        .orElseThrow())
                .workflow()
                .orElseThrow());
    }

    private Json failing(String message) {
        asked.add("work");
        throw new BoardTree.CannotException(Failure.Kind.REFUSED, message);
    }

    /** Whoever mends leads back to what failed: as often as its guards let it. */
    @Test
    void circleByErrors_endsByTheGuardsOfWhoMends() {
        String circle = WORKFLOW.formatted(1)
                .replace("nodes:", "start: work\nnodes:")
                .replace("edges: []", "edges: [{from: sorry, to: work, kind: sequence}]")
                .replace(
                        "{id: sorry, type: task}",
                        "{id: sorry, type: task, policyRef: mending}\n  - {id: end, type: succeed}")
                .replace("sequence}]", "sequence}, {from: work, to: end, kind: sequence}]")
                .replace("  patient:", "  mending: {timeout: {seconds: 30}, loopGuards: {maxIters: 3}}\n  patient:");

        BoardTree.run(
                GatherTest.write(circle),
                JsonObject.EMPTY,
                (invoked, item) -> invoked.worker().equals("work") ? failing("No.") : item,
                1);

        assertThat(asked).hasSize(4);
        assertThat(WorkflowChecker.check(Workflows.yaml(circle.replace(", loopGuards: {maxIters: 3}", "")))
                        .errors())
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .contains("none has them in work -> sorry -> work");
    }

    @Test
    void moreAttemptsThanABoardGives_areRefused() {
        BlueprintExport.Result written =
                BlueprintExport.write(WorkflowChecker.check(Workflows.yaml(WORKFLOW.formatted(100)))
                        .workflow()
                        .orElseThrow());

        assertThat(written.unsupported())
                .extracting(Problem::pointer)
                .containsExactly("/policies/patient/retry/maxAttempts");
    }
}
