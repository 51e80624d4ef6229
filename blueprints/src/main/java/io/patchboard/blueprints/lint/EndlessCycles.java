package io.patchboard.blueprints.lint;

import io.patchboard.blueprints.lint.RuleGraph.Edge;
import io.patchboard.blueprints.lint.RuleGraph.Kind;
import io.patchboard.blueprints.lint.RuleGraph.Node;
import io.patchboard.record.Problem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Rules that trigger themselves again, by way of the workers that they invoke, with nothing on the way that could end
 * it.
 *
 * <p>Rules that lead into each other in several ways are one finding: the shortest circle through the first of them by
 * name.
 */
public final class EndlessCycles {

    /** Of a long circle, as many names as somebody reads. */
    private static final int MOST_NAMES = 12;

    private EndlessCycles() {}

    public static List<Problem> find(RuleGraph graph) {
        List<Problem> found = new ArrayList<>();
        for (Set<Node> component : Components.of(graph, EndlessCycles::unbounded)) {
            Node first = component.stream()
                    .filter(node -> node.kind() == Kind.RULE)
                    .min(Comparator.comparing(Node::name))
                    .orElseThrow();
            List<Node> circle = shortestCircle(graph, first, component);
            found.add(new Problem(first.place().toString(), message(circle, component)));
        }
        return found;
    }

    private static boolean unbounded(Edge edge) {
        return !edge.exhaustible() && !edge.from().guarded() && !edge.to().guarded();
    }

    private static String message(List<Node> circle, Set<Node> component) {
        List<String> rules = names(circle, Kind.RULE);
        long others =
                component.stream().filter(node -> node.kind() == Kind.RULE).count() - rules.size();
        boolean idle = circle.stream().anyMatch(node -> node.kind() == Kind.EVENT);
        return "Expected rules that come to an end, but nothing bounds " + chain(rules) + ": what "
                + enumerated(names(circle, Kind.WORKER)) + (idle ? " did, or left undone," : " may write")
                + " triggers the next, until a budget stops the board"
                + (others > 0
                        ? " (" + others + (others == 1 ? " more rule is" : " more rules are") + " part of it)"
                        : "")
                + ". Give one of the rules a `when` that becomes false" + (idle ? ", or the board a `complete`" : "")
                + ", listen to fewer places, or let the worker write fewer.";
    }

    private static List<String> names(List<Node> nodes, Kind kind) {
        return nodes.stream()
                .filter(node -> node.kind() == kind)
                .map(Node::name)
                .toList();
    }

    private static String chain(List<String> rules) {
        List<String> shown = new ArrayList<>(rules.subList(0, Math.min(rules.size(), MOST_NAMES)));
        if (rules.size() > MOST_NAMES) {
            shown.add("...");
        }
        shown.add(rules.get(0));
        return String.join(" -> ", shown);
    }

    private static String enumerated(List<String> workers) {
        String some = workers.stream().distinct().limit(MOST_NAMES).collect(Collectors.joining(", "));
        return some + (workers.stream().distinct().count() > MOST_NAMES ? ", ..." : "");
    }

    /** Breadth first from the start back to it, inside of one component, where there always is a way. */
    private static List<Node> shortestCircle(RuleGraph graph, Node start, Set<Node> component) {
        Map<Node, Node> cameFrom = new HashMap<>();
        Deque<Node> open = new ArrayDeque<>(List.of(start));
        while (!cameFrom.containsKey(start)) {
            Node node = open.remove();
            for (Edge edge : graph.from(node)) {
                if (unbounded(edge) && component.contains(edge.to()) && cameFrom.putIfAbsent(edge.to(), node) == null) {
                    open.add(edge.to());
                }
            }
        }
        Deque<Node> circle = new ArrayDeque<>(List.of(start));
        for (Node node = cameFrom.get(start); !node.equals(start); node = cameFrom.get(node)) {
            circle.addFirst(node);
        }
        circle.addFirst(circle.removeLast());
        return List.copyOf(circle);
    }
}
