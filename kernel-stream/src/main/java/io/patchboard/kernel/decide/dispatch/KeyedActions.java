package io.patchboard.kernel.decide.dispatch;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.JsonArray;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.ending.Endings;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.rules.Conditions;
import io.patchboard.kernel.state.Actions;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Compensations;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Trigger;
import java.util.List;
import java.util.Optional;

/**
 * Which logical action an invocation is an attempt at (ALAS, appendix A.6), and which were done already. The key is
 * told once, when a rule has chosen the worker, and goes with the trigger from then on: to each attempt, to whoever
 * takes over, and into the log.
 */
final class KeyedActions {

    private static final String PREFIX = "act-";
    private static final int CHARS = 32;

    private final Transcript log;
    private final Holding holding;
    private final Repeats repeats;

    KeyedActions(Transcript log, Holding holding) {
        this.log = log;
        this.holding = holding;
        this.repeats = new Repeats(log, holding);
    }

    /**
     * The match with its action's key.
     *
     * @param role that the rule means, whoever stands in for it
     * @return absent if the role has a key that cannot be told, which the log says
     */
    Optional<Arrival> keyed(Arrival match, WorkerRole role, Conditions conditions) {
        Trigger trigger = match.trigger();
        if (role.key().isEmpty() || trigger.actionId().isPresent()) {
            return Optional.of(match);
        }
        log.work().isFor(role.name());
        Optional<String> key = conditions.text(role.key().get(), trigger, match.removed());
        if (key.isEmpty()) {
            holding.stop(
                    match,
                    BranchStopped.Reason.NO_KEY,
                    "Expected an idempotencyKey of worker \"" + role.name() + "\" for what rule \"" + trigger.rule()
                            + "\" matched, but its expression has no value there.");
            return Optional.empty();
        }
        return Optional.of(match.withTrigger(trigger.withAction(Optional.of(id(log.board(), role.name(), key.get())))));
    }

    private static String id(Board board, String worker, String key) {
        return PREFIX
                + CanonicalJson.sha256(JsonArray.ofStrings(List.of(board.id(), worker, key)))
                        .substring(0, CHARS);
    }

    /** The key of the action that undoes a commit. */
    static String undoing(Board board, long commit) {
        return id(board, Rule.COMPENSATION, Long.toString(commit));
    }

    boolean isDone(Trigger trigger) {
        return done(trigger).isPresent();
    }

    private Optional<Actions.Done> done(Trigger trigger) {
        return log.board().memory().actions().find(trigger.actionId());
    }

    /** Its result is to be bound once more. */
    void repeat(String worker, Arrival arrival) {
        repeats.add(
                worker,
                arrival.trigger(),
                arrival.found(log),
                arrival.releases(),
                done(arrival.trigger()).orElseThrow());
    }

    /** Whether nobody has to be asked, since it was done: its result is to be bound once more. */
    boolean repeats(Call call) {
        Optional<Actions.Done> done = done(call.trigger());
        Board board = log.board();
        done.ifPresent(once -> repeats.add(
                call.worker(),
                call.trigger(),
                About.found(call.trigger(), call.pinned().orElse(board.version()), board, log.work()),
                call.releases(),
                once));
        return done.isPresent();
    }

    /** What is to be bound once more. */
    Repeats repeats() {
        return repeats;
    }

    /** Whether the board can remember one more. It may end the board that it cannot. */
    boolean haveRoom(WorkerRole role, Trigger trigger) {
        boolean full = trigger.actionId().isPresent()
                        && log.board().memory().actions().done().size() >= Actions.MOST
                || role.handler().isPresent()
                        && log.board().memory().compensations().done().size() >= Compensations.MOST;
        if (!full) {
            return true;
        }
        Endings.full(
                log,
                BoardHalted.Limit.ACTIONS,
                RejectionCode.ACTIONS,
                "Expected at most " + Actions.MOST
                        + " actions with a key or a compensation on one board, but with what rule \"" + trigger.rule()
                        + "\" is to follow there would be more. Do the rest on another board.");
        return false;
    }
}
