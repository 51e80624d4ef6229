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

    /** @param schema of the whole state, which has more beside the items */
    private static long ofTenMore(String schema, String budgets, String more) {
        Scenario board = new Scenario("""
                {"apiVersion": "patchboard/v1", "name": "action", "budgets": %s,
                 "state": {"schema": %s, "initial": {"items": [], "n": 0, "more": {"$input": "/more"}}},
                 "workers": {
                   "w": {"unsolicited": true, "write": [{"op": ["add"], "path": "/items/-"}]},
                   "k": {"idempotencyKey": "'one'", "write": [{"op": ["replace"], "path": "/n"}]}},
                 "rules": [{"name": "r", "on": {"op": ["add"], "path": "/items/*"}, "invoke": "k"}]}
                """.formatted(budgets, schema)).created("{\"more\": " + more + "}");
        adding(board, 1);
        board.answer(board.invocation("k"), "[{\"op\": \"replace\", \"path\": \"/n\", \"value\": 1}]");
        long one = adding(board, 1);
        return adding(board, 11) - one;
    }

    private static long adding(Scenario board, int items) {
        board.propose("w", each(items, i -> "{\"op\": \"add\", \"path\": \"/items/-\", \"value\": 1}"));
        return board.work();
    }

    @Test
    void blobsOfTheState_areChargedForBeingAddedUp_forEachResult() {
        String blobs = each(
                500,
                i -> "{\"$blob\": {\"sha256\": \"" + "a".repeat(64) + "\", \"bytes\": 1, \"type\": \"image/png\"}}");

        long bounded = ofTenMore("true", "{\"blobBytes\": 1000}", blobs);

        assertThat(bounded - ofTenMore("true", "{}", blobs)).isGreaterThanOrEqualTo(10L * 500 * 20);
    }

    @Test
    void whatIsSealed_isChargedByItsLength_forEachResult() {
        String schema = "{\"properties\": {\"secret\": {\"$sealed\": {}}}}";
        String value = "{\"$sealed\": {\"subject\": \"s\", \"board\": \"" + Scenario.BOARD + "\", \"key\": \""
                + "k".repeat(22) + "\", \"data\": \"%s\"}}";

        long large = ofTenMore(schema, "{}", value.formatted("d".repeat(160_000)));

        assertThat(large - ofTenMore(schema, "{}", value.formatted("d".repeat(40))))
                .isGreaterThanOrEqualTo(10L * 9_000);
    }
}
