package io.patchboard.experiments.pddl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers for names, so that facts can be compared quickly. */
final class Symbols {

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();

    /** A new one if it has none. */
    int number(String name) {
        return numbers.computeIfAbsent(name, fresh -> {
            names.add(fresh);
            return names.size() - 1;
        });
    }

    String name(int number) {
        return names.get(number);
    }
}
