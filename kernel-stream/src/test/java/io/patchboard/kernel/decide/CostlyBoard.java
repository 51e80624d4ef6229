package io.patchboard.kernel.decide;

import io.patchboard.kernel.Scenario;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A board whose rules and invariants take as much work as a test asks for. */
final class CostlyBoard {

    private CostlyBoard() {}

    static String each(int count, IntFunction<String> one) {
        return IntStream.range(0, count).mapToObj(one).collect(Collectors.joining(",", "[", "]"));
    }

    static Scenario scenario(String view, String rules, String invariants) {
        return new Scenario("""
                {"apiVersion": "patchboard/v1", "name": "work", "onIncident": "halt", "policies": {"default": {"onExhausted": "stop"}},
                 "budgets": {"invocations": 100000},
                 "state": {"schema": true, "initial": {"items": {"$input": "/items"}, "out": {}}},
                 "workers": {"w": {"privileged": true, "unsolicited": true, "read": ["/items/*"], "view": {%s},
                   "write": [{"op": ["add", "remove", "replace", "move", "copy", "test"], "path": "/**"}]}},
                 "rules": %s, "invariants": %s}
                """.formatted(view, rules, invariants));
    }

    static String ones(int count) {
        return "{\"items\": " + each(count, i -> "1") + "}";
    }
}
