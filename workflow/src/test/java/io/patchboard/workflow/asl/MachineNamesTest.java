package io.patchboard.workflow.asl;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonReader;
import io.patchboard.record.Failure;
import io.patchboard.workflow.blueprint.BoardTree;
import org.junit.jupiter.api.Test;

/** States may be called as the workers are that evaluate for others. */
class MachineNamesTest {

    private static final String MACHINE = """
            {"StartAt": "A", "States": {
              "A": {"Type": "Task", "Resource": "r", "ResultPath": "$.r",
                "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.e", "Next": "A.caught"}], "Next": "A.in"},
              "A.caught": {"Type": "Pass", "Parameters": {"error.$": "$.e.Cause"}, "Next": "A.in.again"},
              "A.in": {"Type": "Wait", "Seconds": 5, "Next": "A.in.again"},
              "A.in.again": {"Type": "Parallel", "End": true, "Branches": [
                {"StartAt": "A.out", "States": {"A.out": {"Type": "Task", "Resource": "r", "End": true}}}]}}}
            """;

    @Test
    void namesOfOthersWorkers_areThoseOfTheStates() {
        assertThat(run(true)).isEqualTo("[{\"error\":\"No.\"}]");
        assertThat(run(false)).isEqualTo("[{\"x\":1,\"r\":{\"x\":1}}]");
    }

    private static String run(boolean fails) {
        return BoardTree.run(
                        ChoiceTest.written(MACHINE),
                        JsonReader.parse("{\"x\": 1}"),
                        (asked, item) -> {
                            if (fails && asked.worker().equals("A")) {
                                throw new BoardTree.CannotException(Failure.Kind.REFUSED, "No.");
                            }
                            return item;
                        },
                        1)
                .result()
                .toString();
    }
}
