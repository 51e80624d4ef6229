package io.patchboard.kernel.decide.ending;

import io.patchboard.kernel.blueprint.CircuitPolicy;
import io.patchboard.kernel.blueprint.CircuitPolicy.Lookout;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.blueprint.TripAction;
import io.patchboard.kernel.circuit.Detectors;
import io.patchboard.kernel.circuit.Trip;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.rules.ChangedItems;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.CircuitTripped.Detector;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * Asks a person to look where the blueprint says so: many rejections, another amount spent, a place that changed.
 * Nobody is invited until he says so; what is open may be answered, and what an answer leads to waits in line.
 */
public final class Lookouts {

    private Lookouts() {}

    /** After an answer. */
    public static void onAnswer(Answered answer, Transcript log) {
        if (!log.isOpen()) {
            return;
        }
        CircuitPolicy policy = log.board().rules().circuit();
        Detectors.rejectionRate(log.board().circuit(), policy, answer.sequence(), answer.worker())
                .ifPresent(trip -> ask(trip, Optional.of(answer.worker()), log));
        if (log.isOpen() && !answer.effects().isEmpty()) {
            log.work().isFor("circuit");
            for (Rule.Change change : policy.lookout().touched()) {
                if (new ChangedItems(log.work()).touch(change, answer.effects())) {
                    ask(touched(change, answer), Optional.of(answer.worker()), log);
                    return;
                }
            }
        }
    }

    private static Trip touched(Rule.Change change, Answered answer) {
        return Trip.board(
                Detector.TOUCHED,
                "Expected a person to look when " + change.path() + " changes, and worker \"" + answer.worker()
                        + "\" has changed it.",
                List.of(answer.sequence()));
    }

    /** After what may have cost something. While somebody is asked already, he is not asked for still more. */
    static void onCost(Transcript log) {
        Lookout lookout = log.board().rules().circuit().lookout();
        BigDecimal now = log.board().spending().cost();
        lookout.cost()
                .filter(each -> times(each, now)
                                .compareTo(times(each, log.before().spending().cost()))
                        > 0)
                .filter(each -> !log.board().work().waitsFor(BoardHalted.Reason.CIRCUIT, Detector.COST.word()))
                .map(each -> Trip.board(
                        Detector.COST,
                        "Expected a person to look each time that the board has cost another " + each.toPlainString()
                                + ", and it has cost " + now.toPlainString() + " now.",
                        List.of(log.board().sequence())))
                .ifPresent(trip -> ask(trip, Optional.empty(), log));
    }

    private static BigDecimal times(BigDecimal each, BigDecimal cost) {
        return cost.divideToIntegralValue(each);
    }

    private static void ask(Trip trip, Optional<String> worker, Transcript log) {
        TripAction chosen =
                log.board().circuit().action(trip, "", log.board().rules().circuit());
        TripAction action = log.board().rules().haltsOnIncident() ? chosen.withoutPerson() : chosen;
        log.append(trip.entry(action, Optional.empty(), List.of(), Optional.empty()));
        Incidents.look(trip.detector().word(), worker, trip.message(), log);
    }
}
