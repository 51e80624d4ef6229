package io.patchboard.examples.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All ways to carry everybody: few carry few in the examples, so that a search looks at each. */
public final class Ways {

    private Ways() {}

    /**
     * All distributions.
     *
     * @param seats how many one carries at most
     * @return for each carrier those who go along, in the order of waiting
     */
    public static <C, W> Stream<Map<C, List<W>>> distributions(
            List<C> carriers, List<W> waiting, ToIntFunction<C> seats) {
        Map<C, List<W>> nobody = new LinkedHashMap<>();
        carriers.forEach(carrier -> nobody.put(carrier, List.of()));
        Stream<Map<C, List<W>>> ways = Stream.of(nobody);
        for (W next : waiting) {
            ways = ways.flatMap(way -> carriers.stream()
                    .filter(carrier -> way.get(carrier).size() < seats.applyAsInt(carrier))
                    .map(carrier -> withOneMore(way, carrier, next)));
        }
        return ways;
    }

    private static <C, W> Map<C, List<W>> withOneMore(Map<C, List<W>> way, C carrier, W next) {
        Map<C, List<W>> longer = new LinkedHashMap<>(way);
        longer.put(carrier, joined(way.get(carrier), List.of(next)));
        return longer;
    }

    /** All orders in which one carries them; one of nobody, if there is nobody. */
    public static <W> Stream<List<W>> orders(List<W> carried) {
        if (carried.isEmpty()) {
            return Stream.of(List.of());
        }
        return IntStream.range(0, carried.size()).boxed().flatMap(first -> {
            List<W> left = new ArrayList<>(carried);
            W taken = left.remove(first.intValue());
            return orders(left).map(order -> joined(List.of(taken), order));
        });
    }

    private static <W> List<W> joined(List<W> some, List<W> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }
}
