package io.patchboard.trials.play;

import io.patchboard.experiments.episode.MemoryBoard;
import io.patchboard.experiments.household.Sight;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.util.Optional;

/**
 * A game on a board of the real kernel.
 */
record KernelPlay(TeamBlueprint household, Blueprints blueprints, Manner manner) implements Arm.Mechanism<Table> {

    /** How a team is asked. */
    enum Manner {
        PATCHES,
        /** Who is asked again is not told why the answer before was rejected. */
        UNTOLD,
        /** For plain words, which are put on the board as a message. */
        WORDS
    }

    @Override
    public Played play(Table table) {
        Ledger ledger = new Ledger(table.model(), table.counts());
        try (Team team = new Team(ledger, table.clock(), table.clock().instant().plus(table.longest()))) {
            return play(table, ledger, team);
        }
    }

    Played play(Table table, Ledger ledger, Team team) {
        LiveGame game = new LiveGame(table.games(), table.game(), table.steps());
        MemoryBoard played = MemoryBoard.play(
                blueprints, household.json(), Household.input(table), invitation -> answer(invitation, game, team));
        int refused = (int) played.log().stream()
                .filter(entry -> entry.event() instanceof PatchRejected)
                .count();
        return new Played(
                game.isReached(), ended(played, game, team), game.steps(), ledger.calls(), refused, ledger.used());
    }

    private Optional<Json> answer(LogEntry invitation, LiveGame game, Team team) {
        WorkerInvoked invoked = (WorkerInvoked) invitation.event();
        JsonObject view = (JsonObject) invoked.view();
        boolean spoken = manner == Manner.WORDS;
        if (invoked.worker().equals(Household.ENVIRONMENT)) {
            return Optional.of(game.tell(
                    spoken ? Messages.lastCommand(view) : Sight.of(view).action(), invoked.attempt() > 1));
        }
        if (spoken) {
            return team.say(invoked.worker(), invoked.instruction(), Messages.shown(view))
                    .map(said -> Messages.patch(invoked.worker(), said));
        }
        Answer answer = team.ask(manner == Manner.UNTOLD ? untold(invitation, invoked) : invitation);
        return answer.isFailed() ? Optional.empty() : Optional.of(answer.patch());
    }

    private static LogEntry untold(LogEntry invitation, WorkerInvoked invoked) {
        return new LogEntry(
                invitation.header(),
                new WorkerInvoked(
                        invoked.invocationId(),
                        invoked.worker(),
                        invoked.queue(),
                        invoked.attempt(),
                        invoked.deadline(),
                        invoked.baseVersion(),
                        invoked.trigger(),
                        invoked.instruction(),
                        ((JsonObject) invoked.view()).without("rejections"),
                        invoked.viewHash(),
                        invoked.writes()));
    }

    private static Ended ended(MemoryBoard board, LiveGame game, Team team) {
        if (game.isReached()) {
            return Ended.REACHED;
        }
        if (team.isOutOfTime()) {
            return Ended.TIME;
        }
        if (board.board().phase() == Phase.COMPLETED) {
            return game.isOver() ? Ended.STEPS : Ended.BELIEVED;
        }
        return Ended.STOPPED;
    }
}
