package io.patchboard.workflow.argo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * That a template calls itself as the last it does: it begins again, which is a loop.
 *
 * @param part what it does last
 * @param call the call of itself, which has a condition
 * @param others what is called beside, each under a condition of its own
 */
record Recursion(Order part, Order.Call call, List<Order.Call> others) {

    /** With a constant that equals no other one: a text without escapes, a whole number, true or false. */
    private static final Pattern EQUATION = Pattern.compile("(\\S+) == (\"[^\"\\\\]*\"|0|-?[1-9][0-9]*|true|false)");

    Recursion {
        others = List.copyOf(others);
    }

    /** @param own the template; absent where it cannot begin again */
    static Optional<Recursion> in(List<Order> parts, Optional<String> own) {
        List<Order.Call> beside = new ArrayList<>();
        switch (parts.getLast()) {
            case Order.Call call -> beside.add(call);
            case Order.Sides sides -> {
                for (Order part : sides.parts()) {
                    if (!(part instanceof Order.Call call)) {
                        return Optional.empty();
                    }
                    beside.add(call);
                }
            }
            case Order.Series series -> {
                return Optional.empty();
            }
        }
        List<Order.Call> again = beside.stream()
                .filter(call -> own.isPresent() && call.step().text("template").equals(own))
                .toList();
        boolean bare = again.stream()
                .allMatch(call ->
                        List.of("continueOn", "hooks", "onExit").stream().noneMatch(call.step()::has));
        boolean conditional = beside.stream().allMatch(call -> call.when().isPresent() && !CallNodes.isLoop(call));
        if (parts.size() < 2 || again.size() != 1 || !bare || !conditional) {
            return Optional.empty();
        }
        beside.removeAll(again);
        return Optional.of(new Recursion(parts.getLast(), again.getFirst(), beside));
    }

    /** Whether one of two guards holds at most: the same is compared with two constants. */
    static boolean areApart(String one, String other) {
        Matcher first = EQUATION.matcher(one);
        Matcher second = EQUATION.matcher(other);
        return first.matches()
                && second.matches()
                && first.group(1).equals(second.group(1))
                && !first.group(2).equals(second.group(2));
    }
}
