package io.patchboard.experiments.pddl;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the objects that variables can stand for. Facts fill variables in, the most certain first; what cannot (not,
 * or, equality) is asked once its variables are known, and types fill in what no fact does.
 */
final class Matcher {

    static final int FREE = -1;

    private final Facts facts;
    private final Map<Integer, List<Integer>> objects;
    private final Map<Integer, Integer> types;

    /**
     * @param objects those of each type
     * @param types that of each object
     */
    Matcher(Facts facts, Map<Integer, List<Integer>> objects, Map<Integer, Integer> types) {
        this.facts = facts;
        this.objects = objects;
        this.types = types;
    }

    /** Is told of each way to fill in the variables that are free. */
    @FunctionalInterface
    interface Found {
        /** @return whether to look for more */
        boolean accept(int[] binding);
    }

    boolean holds(Condition condition, int[] binding) {
        return !find(condition, binding, found -> false);
    }

    /** @return whether all ways were looked for, and none was enough */
    boolean find(Condition condition, int[] binding, Found found) {
        Condition[] open = condition instanceof Condition.All all
                ? all.conditions().toArray(Condition[]::new)
                : new Condition[] {condition};
        return find(open, binding, found);
    }

    /** @param open what is still to be asked */
    private boolean find(Condition[] open, int[] binding, Found found) {
        if (open.length == 0) {
            return found.accept(binding);
        }
        int next = next(open, binding);
        Condition[] rest = without(open, next);
        return switch (open[next]) {
            case Condition.Holds holds -> findFacts(holds, rest, binding, found);
            case Condition.Typed typed -> findTyped(typed, rest, binding, found);
            case Condition.Equal equal ->
                value(equal.one(), binding) != value(equal.other(), binding) || find(rest, binding, found);
            case Condition.Not not -> holds(not.condition(), binding) || find(rest, binding, found);
            case Condition.Exists exists -> !holds(exists.condition(), binding) || find(rest, binding, found);
            case Condition.Any any -> findAny(any, rest, binding, found);
            case Condition.All all -> find(with(rest, all.conditions()), binding, found);
        };
    }

    private static Condition[] without(Condition[] open, int one) {
        Condition[] rest = new Condition[open.length - 1];
        System.arraycopy(open, 0, rest, 0, one);
        System.arraycopy(open, one + 1, rest, one, rest.length - one);
        return rest;
    }

    private static Condition[] with(Condition[] open, List<Condition> more) {
        Condition[] all = Arrays.copyOf(open, open.length + more.size());
        for (int i = 0; i < more.size(); i++) {
            all[open.length + i] = more.get(i);
        }
        return all;
    }

    /** Which to look at first: the one that leaves the fewest ways. */
    private int next(Condition[] open, int[] binding) {
        int best = 0;
        long least = Long.MAX_VALUE;
        for (int i = 0; i < open.length && least > 0; i++) {
            long ways = ways(open[i], binding);
            if (ways < least) {
                least = ways;
                best = i;
            }
        }
        return best;
    }

    private long ways(Condition condition, int[] binding) {
        return switch (condition) {
            case Condition.Holds holds ->
                isKnown(holds.arguments(), binding)
                        ? 0
                        : candidates(holds, binding).size() + 1L;
            case Condition.Typed typed ->
                binding[typed.variable()] == FREE ? Integer.MAX_VALUE + (long) typed.variable() : 0;
            case Condition.All all -> 0;
            case Condition.Any any -> Integer.MAX_VALUE / 2;
            case Condition.Not not -> 2L * Integer.MAX_VALUE;
            case Condition.Equal equal -> 2L * Integer.MAX_VALUE;
            case Condition.Exists exists -> 2L * Integer.MAX_VALUE;
        };
    }

    private static boolean isKnown(List<Integer> arguments, int[] binding) {
        for (int i = 0; i < arguments.size(); i++) {
            if (value(arguments.get(i), binding) == FREE) {
                return false;
            }
        }
        return true;
    }

    private static int value(int argument, int[] binding) {
        return Condition.isVariable(argument) ? binding[argument] : Condition.object(argument);
    }

    /** The fewest facts among which those are that fit. */
    private Collection<List<Integer>> candidates(Condition.Holds holds, int[] binding) {
        Set<List<Integer>> best = facts.of(holds.predicate());
        for (int i = 0; i < holds.arguments().size(); i++) {
            int object = value(holds.arguments().get(i), binding);
            if (object != FREE) {
                Set<List<Integer>> fewer = facts.of(holds.predicate(), i + 1, object);
                best = fewer.size() < best.size() ? fewer : best;
            }
        }
        return best;
    }

    private boolean findFacts(Condition.Holds holds, Condition[] rest, int[] binding, Found found) {
        if (isKnown(holds.arguments(), binding)) {
            return !facts.contains(fact(holds, binding)) || find(rest, binding, found);
        }
        for (List<Integer> fact : candidates(holds, binding)) {
            int[] extended = extended(holds, fact, binding);
            if (extended.length > 0 && !find(rest, extended, found)) {
                return false;
            }
        }
        return true;
    }

    static List<Integer> fact(Condition.Holds holds, int[] binding) {
        List<Integer> fact = new ArrayList<>(holds.arguments().size() + 1);
        fact.add(holds.predicate());
        holds.arguments().forEach(argument -> fact.add(value(argument, binding)));
        return fact;
    }

    /** Nothing if the fact does not fit. */
    private static int[] extended(Condition.Holds holds, List<Integer> fact, int[] binding) {
        int[] extended = binding.clone();
        for (int i = 0; i < holds.arguments().size(); i++) {
            int argument = holds.arguments().get(i);
            int object = fact.get(i + 1);
            int known = value(argument, extended);
            if (known == FREE) {
                extended[argument] = object;
            } else if (known != object) {
                return new int[0];
            }
        }
        return extended;
    }

    private boolean findTyped(Condition.Typed typed, Condition[] rest, int[] binding, Found found) {
        int known = binding[typed.variable()];
        if (known != FREE) {
            return types.getOrDefault(known, FREE) != typed.type() || find(rest, binding, found);
        }
        for (int object : objects.getOrDefault(typed.type(), List.of())) {
            int[] extended = binding.clone();
            extended[typed.variable()] = object;
            if (!find(rest, extended, found)) {
                return false;
            }
        }
        return true;
    }

    private boolean findAny(Condition.Any any, Condition[] rest, int[] binding, Found found) {
        for (Condition one : any.conditions()) {
            if (!find(with(rest, List.of(one)), binding, found)) {
                return false;
            }
        }
        return true;
    }
}
