package io.patchboard.kernel.circuit;

import io.patchboard.record.CircuitTripped;
import io.patchboard.record.CircuitTripped.Detector;
import io.patchboard.record.Trigger;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How often something tripped. Lateness and spent budgets are matters apart from circles.
 *
 * @param counts by trigger or worker; under the empty name for the board as a whole
 */
record Trips(SortedMap<String, Integer> counts) {

    static final Trips NONE = new Trips(new TreeMap<>());

    /** Before a worker's name, where not its circles are meant; no worker's name has a space. */
    private static final String LATE = "late ";

    private static final String BUDGET = "budget ";

    /** Before the name of a detector that only asks a person to look. */
    private static final String ASKED = "asked ";

    /** Which trip about the same the next one is. */
    int nth(Trip trip) {
        return counts.getOrDefault(subject(trip.detector(), trip.worker(), trip.trigger()), 0) + 1;
    }

    /** Which of all trips the next one is. */
    int inAll() {
        return counts.entrySet().stream()
                        .filter(counted -> !isMatterApart(counted.getKey()))
                        .mapToInt(counted -> counted.getValue())
                        .sum()
                + 1;
    }

    /** How many trips a worker's spent budget has led to; absent for none. */
    Optional<Integer> ofBudget(String worker) {
        return Optional.ofNullable(counts.get(BUDGET + worker));
    }

    Trips plus(CircuitTripped trip) {
        SortedMap<String, Integer> next = new TreeMap<>(counts);
        next.merge(subject(trip.detector(), trip.worker(), trip.trigger()), 1, Integer::sum);
        return new Trips(next);
    }

    /** Circles count anew. */
    Trips lookedAt() {
        SortedMap<String, Integer> left = new TreeMap<>(counts);
        left.keySet().removeIf(subject -> !isMatterApart(subject));
        return new Trips(left);
    }

    private static boolean isMatterApart(String subject) {
        return subject.indexOf(' ') >= 0;
    }

    /** What an escalation is about: a trigger, a worker, or the board. */
    private static String subject(Detector detector, Optional<String> worker, Optional<Trigger> trigger) {
        if (detector.onlyAsks()) {
            return ASKED + detector.word();
        }
        if (detector == Detector.STALE_STREAK || detector == Detector.BUDGET) {
            return (detector == Detector.BUDGET ? BUDGET : LATE) + worker.orElse("");
        }
        return trigger.map(known -> Keys.trigger(worker.orElse(""), known)).orElse(worker.orElse(""));
    }
}
