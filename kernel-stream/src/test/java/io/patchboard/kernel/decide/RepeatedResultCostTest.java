package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.CostlyBoard.each;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.record.AmendBlueprint;
import io.patchboard.record.AmendBlueprint.Open;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.CommandHeader;
import org.junit.jupiter.api.Test;

/** A result is read again for each who wants it, also where the contract that its worker has by now forbids it. */
class RepeatedResultCostTest {

    private static final String RESULT =
            each(200, i -> "{\"op\": \"add\", \"path\": \"/out/-\", \"value\": " + i + "}");

    /** @param form what patches the action's worker may send */
    private static String blueprint(String form) {
        return """
                {"apiVersion": "patchboard/v1", "name": "action",
                 "state": {"schema": true, "initial": {"items": [], "out": []}},
                 "workers": {
                   "w": {"unsolicited": true, "write": [{"op": ["add"], "path": "/items/-"}]},
                   "k": {"idempotencyKey": "'one'", "patch": %s, "write": [{"op": ["add"], "path": "/out/-"}]}},
                 "rules": [{"name": "r", "on": {"op": ["add"], "path": "/items/*"}, "invoke": "k"}]}
                """.formatted(form);
    }

    private static long wanting(Scenario board, int items) {
        int refused = board.entries(BranchStopped.class).size();
        board.propose("w", each(items, i -> "{\"op\": \"add\", \"path\": \"/items/-\", \"value\": 1}"));
        assertThat(board.entries(BranchStopped.class)).hasSize(refused + items);
        return board.work();
    }

    @Test
    void resultsThatAreRefusedForTheirForm_areEachChargedForBeingRead() {
        Scenario board = new Scenario(blueprint("{}")).created();
        board.propose("w", "[{\"op\": \"add\", \"path\": \"/items/-\", \"value\": 1}]");
        board.answer(board.invocation("k"), RESULT);
        board.command(new AmendBlueprint(
                CommandHeader.of("amend", Scenario.BOARD, "ada", "because"),
                Texts.json(blueprint("{\"maxOperations\": 1}")),
                Open.KEEP));

        long one = wanting(board, 1);

        assertThat(wanting(board, 11) - one).isGreaterThan(10L * 4 * RESULT.length());
    }
}
