package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.ending.Endings;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.state.Abandoned;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BoardReopened;
import io.patchboard.record.BoardReopened.Invite;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RejectionCode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A board ends while a gate holds an answer, and is reopened: whose answer it was is invited again. */
class ReopenedGateTest extends GateRig {

    private static void whoIsInvitedAgain(Scenario board) {
        board.cancel();

        BoardReopened reopened = Scenario.only(board.reopen(), BoardReopened.class);

        assertThat(reopened.invites()).extracting(Invite::worker).containsExactly("writer");
        assertThat(board.invocation("writer").attempt()).isEqualTo(1);
    }

    @Test
    void cancelled() {
        whoIsInvitedAgain(held(OPEN));
    }

    @Test
    void cancelledDuringAPause() {
        Scenario board = held(OPEN);
        board.pause();

        whoIsInvitedAgain(board);
    }

    @Test
    void cancelled_whereSomebodyCatchesTheWorker_whoseAttemptsAreNotSpent() {
        Scenario board = new Scenario(blueprint(OPEN)
                        .replace("{retry: {maxAttempts: 2}}", "{retry: {maxAttempts: 2}, onExhausted: {catch: free}}"))
                .created();
        board.answer(board.invocation("writer"), PUBLISH);

        whoIsInvitedAgain(board);
    }

    @Test
    void haltedAtTheLimitOfWork_whereNothingIsSaidOfEachPatch() {
        Scenario board = held(OPEN);
        Transcript log =
                new Transcript(new Applier(new Blueprints()), board.board(), board.now(), new Work(Work.RESERVE / 2));

        Endings.exhausted(log, BoardHalted.Limit.WORK, "too much");

        assertThat(log.board().work().abandoned()).extracting(Abandoned::worker).containsExactly("writer");
    }

    /** It has the name of a limit that all boards have, at which no work is left to say so. */
    @Test
    void boardIsHaltedForAWorkerNamedWork_whatIsHeldComesToNothing() {
        Scenario board = new Scenario(blueprint(OPEN)
                        .replace("{retry: {maxAttempts: 2}}", "{retry: {maxAttempts: 1}, onExhausted: halt}")
                        .replace("rules: [", "rules: [{name: other, on: {event: created}, invoke: work}, ")
                        .replace("  free:", "  work: {read: ['']}\n  free:"))
                .created();
        board.answer(board.invocation("writer"), PUBLISH);

        List<LogEntry> end = board.answer(board.invocation("work"), PUBLISH);

        assertThat(kinds(end)).containsExactly(PatchRejected.class, PatchRejected.class, BoardHalted.class);
        assertThat(((PatchRejected) end.get(1).event()).rejection().is(RejectionCode.WITHDRAWN))
                .isTrue();
    }
}
