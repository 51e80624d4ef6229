package io.patchboard.kernel.blueprint;

import io.patchboard.record.CircuitTripped.Action;
import java.util.Optional;

/**
 * What is done when a detector trips.
 *
 * @param worker whom the action invokes; absent where it invokes nobody
 * @param percent what {@link Action#TIGHTEN} leaves of a view's budget
 */
public record TripAction(Action kind, Optional<String> worker, int percent) {

    private static final int HALF = 50;

    static final TripAction INCIDENT = of(Action.INCIDENT);
    static final TripAction STOP = of(Action.STOP);

    /** Whether that worker takes somebody's place. */
    boolean switchesTo(String name) {
        return kind == Action.SWITCH && worker.filter(name::equals).isPresent();
    }

    /** What is done in its place where no person is to be asked. */
    public TripAction withoutPerson() {
        return kind == Action.INCIDENT ? of(Action.HALT) : this;
    }

    static TripAction of(Action kind) {
        return new TripAction(kind, Optional.empty(), HALF);
    }
}
