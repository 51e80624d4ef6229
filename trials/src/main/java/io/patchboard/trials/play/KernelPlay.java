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
 *
 * @param feedback whether who is asked again is told why the answer before was rejected
 */
record KernelPlay(Household household, Blueprints blueprints, boolean feedback) implements Arm.Mechanism {

    @Override
    public Played play(Table table) {
        LiveGame game = new LiveGame(table.games(), table.game(), table.steps());
        Ledger ledger = new Ledger(table.model(), table.counts());
        try (Team team = new Team(ledger, table.clock(), table.clock().instant().plus(table.longest()))) {
            MemoryBoard played = MemoryBoard.play(
                    blueprints,
                    household.blueprint(),
                    Household.input(table),
                    invitation -> answer(invitation, game, team));
            int refused = (int) played.log().stream()
                    .filter(entry -> entry.event() instanceof PatchRejected)
                    .count();
            return new Played(
                    game.isReached(), ended(played, game, team), game.steps(), ledger.calls(), refused, ledger.used());
        }
    }

    private Optional<Json> answer(LogEntry invitation, LiveGame game, Team team) {
        WorkerInvoked invoked = (WorkerInvoked) invitation.event();
        if (invoked.worker().equals(Household.ENVIRONMENT)) {
            return Optional.of(game.tell(Sight.of((JsonObject) invoked.view()).action(), invoked.attempt() > 1));
        }
        Answer answer = team.ask(feedback ? invitation : untold(invitation, invoked));
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
