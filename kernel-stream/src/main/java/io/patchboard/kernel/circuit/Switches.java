package io.patchboard.kernel.circuit;

import io.patchboard.kernel.blueprint.CircuitPolicy;
import io.patchboard.record.CircuitTripped;
import java.util.Optional;

/**
 * Who took whose place, until it is said otherwise (paper, Table 2: switch-worker).
 *
 * @param inOrder oldest first
 */
public record Switches(Ring<Switched> inOrder) {

    static final Switches NONE = new Switches(Ring.empty());

    /** A trip that replaces nobody changes nothing. */
    Switches plus(long sequence, CircuitTripped trip) {
        return trip.replaced()
                .map(old -> new Switched(
                        sequence,
                        old.worker(),
                        old.rule().orElse(""),
                        trip.target().orElseThrow()))
                .map(next -> new Switches(inOrder.append(next, CircuitPolicy.MOST_TRIPS_IN_ALL)))
                .orElse(this);
    }

    /**
     * Who is invited in a worker's place; absent if it is the worker itself. What was said later holds for whoever it
     * was said of before.
     */
    public Optional<Switched> standIn(String worker, String rule) {
        Optional<Switched> last = Optional.empty();
        for (Switched next : inOrder) {
            if (next.isAbout(last.map(Switched::to).orElse(worker), rule)) {
                last = Optional.of(next);
            }
        }
        return last.filter(found -> !found.to().equals(worker));
    }

    /** Whether a worker has the place of another one. */
    boolean hasPlace(String worker, String rule) {
        return inOrder.stream()
                .anyMatch(once -> standIn(once.from(), rule)
                        .filter(now -> now.to().equals(worker))
                        .isPresent());
    }
}
