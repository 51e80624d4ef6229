package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A {@code test} that fails because others were quicker is honest; one that fails because it is wrong is counted. */
class ContentionTest {

    private static final String FAILING = "[{op: test, path: /n, value: 77}, {op: replace, path: /own, value: 1}]";

    private static Scenario board(String rules) {
        return new Scenario("""
                apiVersion: patchboard/v1
                onIncident: halt
                name: contention
                state: {schema: true, initial: {n: 0, own: 0, other: 0}}
                workers:
                  w: {unsolicited: true, read: [/n, /own], write: [{op: [replace, test], path: /own}]}
                  rival: {unsolicited: true, read: [/**], write: [{op: [replace], path: /**}]}
                rules: %s
                circuit: {invalidStreak: 5}
                """.formatted(rules)).created();
    }

    private static int tripsAfter(Scenario board, int proposals, Runnable proposal) {
        for (int i = 0; i < proposals && board.board().phase() == Phase.OPEN; i++) {
            proposal.run();
        }
        return board.entries(CircuitTripped.class).size();
    }

    @Test
    void testThatFailsForEver_unasked_endsTheBoard() {
        Scenario board = board("[]");

        tripsAfter(board, 100, () -> board.propose("w", FAILING));

        assertThat(board.entries(BoardHalted.class)).hasSize(1);
        assertThat(board.entries(PatchRejected.class)).hasSizeLessThan(20);
    }

    @Test
    void errorsForEver_unasked_endTheBoard() {
        Scenario board = board("[]");

        tripsAfter(board, 300, () -> {
            PatchProposal plain = board.proposal("w", Optional.empty(), "[]");
            board.propose(new PatchProposal(
                    plain.proposalId(),
                    plain.boardId(),
                    plain.worker(),
                    Optional.empty(),
                    plain.patch(),
                    Optional.empty(),
                    Optional.of("no")));
        });

        assertThat(board.entries(BoardHalted.class)).hasSize(1);
    }

    @Test
    void testThatFailsForEver_ofWhoIsInvitedAgainAndAgain_trips() {
        Scenario board = board("[{name: rest, on: {event: quiescent}, invoke: w}]");

        tripsAfter(board, 100, () -> board.answer(board.invocation("w"), FAILING));

        assertThat(board.entries(WorkerInvoked.class)).hasSizeLessThan(30);
        assertThat(board.entries(BoardHalted.class)).hasSize(1);
    }

    @Test
    void testOfAPlaceThatOthersChange_isHonest() {
        Scenario unasked = board("[]");
        unasked.propose("w", "[{op: replace, path: /own, value: 5}]");
        int[] next = {1};
        int trips = tripsAfter(unasked, 40, () -> {
            unasked.propose("rival", "[{op: replace, path: /n, value: " + next[0]++ + "}]");
            unasked.propose("w", "[{op: test, path: /n, value: 0}, {op: replace, path: /own, value: 6}]");
        });
        assertThat(trips).isZero();
        assertThat(unasked.entries(PatchRejected.class)).hasSize(40);

        Scenario invited = board("[{name: rest, on: {event: created}, invoke: w}]");
        invited.propose("rival", "[{op: replace, path: /n, value: 1}]");
        WorkerInvoked invocation = invited.invocation("w");
        invited.answer(invocation, "[{op: test, path: /n, value: 0}]");
        assertThat(invited.entries(CircuitTripped.class)).isEmpty();
    }

    /** Of a longer pointer a rejection keeps the beginning, which may end within an escape. */
    @Test
    void testOfAPlaceWhoseNameIsTooLong_isRejectedAsAnyOther() {
        String place = "/" + "x".repeat(3_998) + "~0";

        PatchRejected rejected = Scenario.only(
                board("[]").propose("rival", "[{op: test, path: '" + place + "', value: 1}]"), PatchRejected.class);

        assertThat(rejected.rejection().pointer()).endsWith("x~...");
        assertThat(rejected.stage()).isEqualTo(Stage.PRECONDITION);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3_998})
    void testAfterAChangeElsewhere_isCounted_howeverLongItsPlaceIs(int longer) {
        Scenario board = board("[]");
        int[] next = {1};
        String failing = longer == 0 ? FAILING : "[{op: test, path: '/" + "x".repeat(longer) + "~0', value: 1}]";

        int trips = tripsAfter(board, 20, () -> {
            board.propose("rival", "[{op: replace, path: /other, value: " + next[0]++ + "}]");
            board.propose("w", failing);
        });

        assertThat(trips).isPositive();
    }
}
