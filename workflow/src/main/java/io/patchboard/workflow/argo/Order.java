package io.patchboard.workflow.argo;

import io.patchboard.json.JsonPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;

/** In which order steps or tasks are called. */
sealed interface Order {

    /** @param step a step, or a task of a DAG */
    record Call(JsonPlace step) implements Order {

        String name() {
            return step.text("name").orElse("?");
        }

        /** Its condition; one that says nothing is none. */
        Optional<JsonPlace> when() {
            return step.child("when")
                    .filter(when -> when.text().filter(String::isBlank).isEmpty());
        }
    }

    /** One after the other. */
    record Series(List<Order> parts) implements Order {}

    /** Side by side. */
    record Sides(List<Order> parts) implements Order {}

    /** Whether several of its calls may be at work at once. */
    default boolean hasSides() {
        return switch (this) {
            case Call call -> false;
            case Series series -> series.parts().stream().anyMatch(Order::hasSides);
            case Sides sides -> true;
        };
    }

    /** One alone stays itself. */
    static Order series(List<Order> parts) {
        return parts.size() == 1 ? parts.get(0) : new Series(parts);
    }

    /** One alone stays itself. */
    static Order sides(List<Order> parts) {
        return parts.size() == 1 ? parts.get(0) : new Sides(parts);
    }

    /**
     * Some calls in the order that a relation says; empty if series and parallels cannot say it.
     *
     * @param before what comes first, directly or by way of others
     */
    static Optional<Order> of(List<Call> calls, BiPredicate<Call, Call> before) {
        if (calls.size() == 1) {
            return Optional.of(calls.get(0));
        }
        BiPredicate<Call, Call> ordered = (one, other) -> before.test(one, other) || before.test(other, one);
        List<List<Call>> sides = components(calls, ordered);
        if (sides.size() > 1) {
            return all(sides, before).map(Order::sides);
        }
        List<List<Call>> stages = components(calls, ordered.negate());
        if (stages.size() == 1) {
            return Optional.empty();
        }
        // Whatever stands in different stages is ordered, so one of each tells which stage comes first.
        stages.sort((one, other) -> before.test(one.get(0), other.get(0)) ? -1 : 1);
        return all(stages, before).map(Order::series);
    }

    private static Optional<List<Order>> all(List<List<Call>> parts, BiPredicate<Call, Call> before) {
        List<Optional<Order>> orders =
                parts.stream().map(part -> of(part, before)).toList();
        return orders.stream().allMatch(Optional::isPresent)
                ? Optional.of(orders.stream().flatMap(Optional::stream).toList())
                : Optional.empty();
    }

    /** What hangs together, in the order of its first members. */
    private static List<List<Call>> components(List<Call> calls, BiPredicate<Call, Call> joined) {
        int[] first = new int[calls.size()]; // of what each hangs together with
        for (int i = 0; i < first.length; i++) {
            first[i] = i;
            for (int j = 0; j < i; j++) {
                if (first[i] != first[j] && joined.test(calls.get(i), calls.get(j))) {
                    join(first, first[i], first[j]);
                }
            }
        }
        SortedMap<Integer, List<Call>> components = new TreeMap<>();
        for (int i = 0; i < first.length; i++) {
            components.computeIfAbsent(first[i], any -> new ArrayList<>()).add(calls.get(i));
        }
        return new ArrayList<>(components.values());
    }

    private static void join(int[] first, int one, int other) {
        for (int i = 0; i < first.length; i++) {
            if (first[i] == one || first[i] == other) {
                first[i] = Math.min(one, other);
            }
        }
    }
}
