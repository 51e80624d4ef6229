package io.patchboard.experiments.pddl;

import java.util.List;

/**
 * What has to hold. An argument is the number of a variable, or, below 0, {@code -1 -} the number of an object.
 */
sealed interface Condition {

    record Holds(int predicate, List<Integer> arguments) implements Condition {}

    record Equal(int one, int other) implements Condition {}

    record Not(Condition condition) implements Condition {}

    record All(List<Condition> conditions) implements Condition {}

    record Any(List<Condition> conditions) implements Condition {}

    /** Whether a variable can be filled in. */
    record Exists(Condition condition) implements Condition {}

    /** A variable has an object of this type. */
    record Typed(int variable, int type) implements Condition {}

    static boolean isVariable(int argument) {
        return argument >= 0;
    }

    static int object(int argument) {
        return -1 - argument;
    }
}
