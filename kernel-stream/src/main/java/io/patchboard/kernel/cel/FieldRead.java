package io.patchboard.kernel.cel;

import java.util.List;

/**
 * A field that an expression reads or asks for: where it is, seen from a variable.
 *
 * @param path names of members and indexes; {@link #ANY} for one that is told only when the expression is evaluated
 * @param items how long the path is up to each list whose items a loop goes through: if one of them is no list, the
 *     loop goes through keys, and the rest of the path means nothing
 */
public record FieldRead(String variable, List<String> path, List<Integer> items) {

    /** Any member or item. */
    public static final String ANY = "*";

    public FieldRead {
        path = List.copyOf(path);
        items = List.copyOf(items);
    }

    /** The first steps of it, as the expression spells them. */
    public String text(int steps) {
        StringBuilder text = new StringBuilder(variable);
        path.subList(0, steps).forEach(step -> {
            if (step.equals(ANY)) {
                text.append("[...]");
            } else if (step.matches("\\d+")) {
                text.append('[').append(step).append(']');
            } else if (step.matches("[A-Za-z_]\\w*")) {
                text.append('.').append(step);
            } else {
                text.append("[\"").append(step).append("\"]");
            }
        });
        return text.toString();
    }
}
