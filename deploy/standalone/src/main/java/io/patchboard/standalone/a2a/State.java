package io.patchboard.standalone.a2a;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How a task is. */
enum State {
    SUBMITTED("", false),
    WORKING("", false),
    INPUT_REQUIRED("", false),
    AUTH_REQUIRED("", false),
    REJECTED("", true),
    COMPLETED("completed", true),
    FAILED("halted", true),
    CANCELED("cancelled", true);

    private static final String PREFIX = "TASK_STATE_";

    private final String phase;
    private final boolean terminal;

    /** @param phase of the boards that are so; empty if it depends on more, or none is */
    State(String phase, boolean terminal) {
        this.phase = phase;
        this.terminal = terminal;
    }

    /** A board that is paused works on: its caller has nothing to do for it. */
    static State of(String phase, boolean waitsForPerson) {
        return Stream.of(values())
                .filter(state -> !state.phase.isEmpty() && state.phase.equals(phase))
                .findFirst()
                .orElse(waitsForPerson ? INPUT_REQUIRED : WORKING);
    }

    static Optional<State> named(String word) {
        return Stream.of(values()).filter(state -> state.word().equals(word)).findFirst();
    }

    static List<String> words() {
        return Stream.of(values()).map(State::word).toList();
    }

    String word() {
        return PREFIX + name();
    }

    Optional<String> phase() {
        return Optional.of(phase).filter(word -> !word.isEmpty());
    }

    boolean isTerminal() {
        return terminal;
    }
}
