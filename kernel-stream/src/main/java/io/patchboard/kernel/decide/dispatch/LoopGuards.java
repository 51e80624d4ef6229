package io.patchboard.kernel.decide.dispatch;

import io.patchboard.kernel.blueprint.LoopGuard;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.rules.Conditions;
import io.patchboard.kernel.state.Loops;
import io.patchboard.record.BranchStopped;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Ends loops (ALAS, appendix A.6). Each time that a rule is about to ask somebody, its guards are asked; what they let
 * through is numbered, and is not asked again however often it is tried, held or handed over.
 */
final class LoopGuards {

    private final Transcript log;
    private final Holding holding;

    /** Turns of this decision that no entry tells yet, since their results are bound after all else. */
    private final Map<String, Long> ahead = new HashMap<>();

    LoopGuards(Transcript log, Holding holding) {
        this.log = log;
        this.holding = holding;
    }

    /** The match with its number; absent if a guard has ended its loop, which the log says. */
    Optional<Arrival> passed(Arrival match, Conditions conditions) {
        List<LoopGuard> guards = match.rule().loopGuards();
        if (guards.isEmpty() || match.trigger().iteration().isPresent()) {
            return Optional.of(match);
        }
        log.work().isFor(match.rule().name());
        for (LoopGuard guard : guards) {
            Optional<String> why = why(guard, match, conditions);
            if (why.isPresent()) {
                holding.stop(
                        match,
                        BranchStopped.Reason.LOOP_GUARD,
                        "The loop \"" + guard.loop() + "\" is over for rule \""
                                + match.rule().name() + "\": " + why.get());
                return Optional.empty();
            }
        }
        long number = turns(guards.get(0).loop()) + 1;
        match.rule().loops().forEach(loop -> ahead.put(loop, turns(loop) + 1));
        return Optional.of(match.withTrigger(match.trigger().withIteration(number)));
    }

    private long turns(String loop) {
        return Math.max(log.board().memory().loops().count(loop), ahead.getOrDefault(loop, 0L));
    }

    private Optional<String> why(LoopGuard guard, Arrival match, Conditions conditions) {
        long turns = turns(guard.loop());
        if (guard.maxIters().filter(most -> turns >= most).isPresent()) {
            return Optional.of("it has come around " + turns + " times, as often as it may.");
        }
        Optional<Instant> first =
                log.board().memory().loops().find(guard.loop()).map(Loops.Turns::first);
        Optional<Duration> since = first.map(began -> Duration.between(began, log.time()));
        if (guard.timeBudget()
                .filter(most -> since.filter(took -> took.compareTo(most) > 0).isPresent())
                .isPresent()) {
            return Optional.of("it began " + since.get() + " ago, and may take "
                    + guard.timeBudget().get() + ".");
        }
        return guard.predicate()
                .filter(predicate -> !conditions.holds(predicate, match.trigger(), match.removed()))
                .map(predicate -> "its predicate does not hold.");
    }
}
