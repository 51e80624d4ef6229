package io.patchboard.workflow.asl;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPlace;
import io.patchboard.record.Problem;
import io.patchboard.workflow.check.WorkflowChecker;
import io.patchboard.workflow.translation.Imported;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Import and check of the public state machines, against the verdicts of the validators and the real service. */
@EnabledIf("io.patchboard.workflow.asl.StateMachines#areThere")
class VerdictsTest {

    private static final int LEAST_AGREED = 190;

    /** Empty if it is valid, what is wrong with it otherwise. */
    private static Optional<String> fault(JsonPlace row) {
        Json machine;
        try {
            machine = StateMachines.machine(row);
        } catch (IllegalArgumentException e) {
            return Optional.of(e.getMessage());
        }
        Imported result = AslImport.read(machine, "machine");
        List<Problem> problems = new ArrayList<>(result.errors());
        problems.addAll(result.unsupported());
        result.workflow()
                .ifPresent(workflow ->
                        problems.addAll(WorkflowChecker.check(workflow).errors()));
        return problems.stream().findFirst().map(problem -> problem.pointer() + ": " + problem.message());
    }

    @Test
    void verdicts_agreeWithTheIndex() {
        List<String> disagreements = new ArrayList<>();
        List<JsonPlace> rows = StateMachines.lines("index.jsonl");
        for (JsonPlace row : rows) {
            String expected = row.text("verdict").orElseThrow();
            Optional<String> fault = fault(row);
            if (expected.equals("valid") != fault.isEmpty()) {
                disagreements.add(
                        row.text("document").orElseThrow() + " | " + expected + " | " + fault.orElse("valid"));
            }
        }

        assertThat(rows.size() - disagreements.size())
                .as(String.join("\n", disagreements))
                .isGreaterThanOrEqualTo(LEAST_AGREED);
    }
}
