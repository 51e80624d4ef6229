package io.patchboard.blueprints.lint;

import io.patchboard.blueprints.lint.RuleGraph.Edge;
import io.patchboard.blueprints.lint.RuleGraph.Kind;
import io.patchboard.blueprints.lint.RuleGraph.Node;
import io.patchboard.record.Problem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rules that nothing can trigger, and workers whom no rule invokes and who may not propose unasked either. */
public final class DeadParts {

    private DeadParts() {}

    public static List<Problem> find(RuleGraph graph) {
        Set<Node> alive = new HashSet<>();
        Set<Node> led = new HashSet<>();
        Deque<Node> open = new ArrayDeque<>();
        graph.nodes().stream().filter(Node::beginning).forEach(node -> {
            alive.add(node);
            open.add(node);
        });
        while (!open.isEmpty()) {
            for (Edge edge : graph.from(open.remove())) {
                if (alive.add(edge.to())) {
                    open.add(edge.to());
                }
            }
        }
        graph.nodes().forEach(node -> graph.from(node).forEach(edge -> led.add(edge.to())));
        List<Problem> found = new ArrayList<>();
        for (Node node : graph.nodes()) {
            if (node.kind() == Kind.RULE && !alive.contains(node)) {
                found.add(new Problem(node.place().toString(), rule(node, led.contains(node))));
            } else if (node.kind() == Kind.WORKER && !alive.contains(node) && !led.contains(node)) {
                found.add(new Problem(node.place().toString(), worker(node)));
            }
        }
        return found;
    }

    private static String rule(Node node, boolean led) {
        String why = led
                ? "only workers that are never invoked themselves may make such a change"
                : "no worker's contract allows such a change, and no board begins with one";
        return "Expected something that can trigger the rule \"" + node.name() + "\", but " + why
                + ". Correct its path or `op`, or let a worker write there.";
    }

    private static String worker(Node node) {
        return "Expected a rule that invokes the worker \"" + node.name()
                + "\", but there is none, and it is not `unsolicited`. Add a rule, set `unsolicited: true`, or leave the"
                + " worker out.";
    }
}
