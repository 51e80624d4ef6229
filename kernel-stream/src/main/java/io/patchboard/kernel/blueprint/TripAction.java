package io.patchboard.kernel.blueprint;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * What is done when a detector trips.
 *
 * @param worker whom the action invokes; absent where it invokes nobody
 * @param percent what {@link Kind#TIGHTEN} leaves of a view's budget
 */
public record TripAction(Kind kind, Optional<String> worker, int percent) {

    private static final int HALF = 50;

    static final TripAction HALT = of(Kind.HALT);
    static final TripAction STOP = of(Kind.STOP);

    /** Kinds of actions, from the mildest to the last. */
    public enum Kind {
        /** Go on as the policy says; where its attempts are spent, with one more. */
        RETRY,
        /** Another worker is invoked for the same trigger, with the rejections in its view. */
        REPAIR,
        /** Another worker is invoked for the same trigger, in place of the first. */
        SWITCH,
        /** The view's budget shrinks from now on. */
        TIGHTEN,
        /** Another worker is invoked beside. */
        VERIFY,
        /** The branch is not followed any further. */
        STOP,
        /** The board ends. */
        HALT;

        /** As blueprints and log entries name it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The kind that a word names; absent for another word. */
        public static Optional<Kind> of(String word) {
            return Arrays.stream(values())
                    .filter(kind -> kind.word().equals(word))
                    .findFirst();
        }

        /** Whether the action has a worker as its argument. */
        boolean invokes() {
            return this == REPAIR || this == SWITCH || this == VERIFY;
        }

        /** Whether the branch does not go on by itself. */
        public boolean cutsOff() {
            return this == REPAIR || this == SWITCH || this == STOP || this == HALT;
        }
    }

    static TripAction of(Kind kind) {
        return new TripAction(kind, Optional.empty(), HALF);
    }
}
