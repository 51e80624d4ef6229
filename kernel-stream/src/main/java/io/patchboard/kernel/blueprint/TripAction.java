package io.patchboard.kernel.blueprint;

import io.patchboard.record.CircuitTripped.Action;
import java.util.Optional;

/**
 * What is done when a detector trips.
 *
 * @param worker whom the action invokes; absent where it invokes nobody
 * @param percent what {@link Action#TIGHTEN} leaves of a view's budget
 * @param mark what {@link Action#RESTORE} leads back to; absent for other actions
 */
public record TripAction(Action kind, Optional<String> worker, int percent, Optional<String> mark) {

    private static final int HALF = 50;
    private static final int WHOLE = 100;

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
        return new TripAction(kind, Optional.empty(), HALF, Optional.empty());
    }

    static TripAction invoking(Action kind, String worker) {
        return new TripAction(kind, Optional.of(worker), WHOLE, Optional.empty());
    }

    static TripAction tighten(int percent) {
        return new TripAction(Action.TIGHTEN, Optional.empty(), percent, Optional.empty());
    }

    static TripAction restore(String mark) {
        return new TripAction(Action.RESTORE, Optional.empty(), WHOLE, Optional.of(mark));
    }
}
