package io.patchboard.blueprints.lint;

import io.patchboard.json.JsonPointer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What can lead to what on a board: events lead to rules, rules to workers, workers to what their contracts let them
 * change.
 */
public final class RuleGraph {

    /** What a node stands for. */
    public enum Kind {
        /** Something that happens without a worker, or by the work of all of them. */
        EVENT,
        RULE,
        WORKER
    }

    /**
     * A node. An event that is a beginning happens on every board.
     *
     * @param place in the blueprint; the root for events
     * @param guarded whether it leads on under a condition only, so that a circle through it need not be endless
     * @param beginning whether it happens or acts by itself
     */
    public record Node(Kind kind, String name, JsonPointer place, boolean guarded, boolean beginning) {

        public static Node event(String name, boolean beginning) {
            return new Node(Kind.EVENT, name, JsonPointer.ROOT, false, beginning);
        }

        public static Node rule(String name, JsonPointer place, boolean guarded) {
            return new Node(Kind.RULE, name, place, guarded, false);
        }

        public static Node worker(String name, JsonPointer place, boolean unsolicited) {
            return new Node(Kind.WORKER, name, place, false, unsolicited);
        }
    }

    /**
     * @param exhaustible whether it can be taken a bounded number of times only, as an array of a bounded length can
     * grow
     */
    public record Edge(Node from, Node to, boolean exhaustible) {}

    private final Map<Node, List<Edge>> edges = new LinkedHashMap<>();

    /** Adds a node, if it is not there. */
    public Node add(Node node) {
        edges.computeIfAbsent(node, key -> new ArrayList<>());
        return node;
    }

    /** Adds an edge, and its nodes where they are not there. */
    public void lead(Node from, Node to, boolean exhaustible) {
        add(to);
        edges.get(add(from)).add(new Edge(from, to, exhaustible));
    }

    /** In the order in which they were added. */
    public Collection<Node> nodes() {
        return edges.keySet();
    }

    public List<Node> nodes(Kind kind) {
        return edges.keySet().stream().filter(node -> node.kind() == kind).toList();
    }

    /** Where a node leads, in the order in which it was added. */
    public List<Edge> from(Node node) {
        return Objects.requireNonNull(edges.get(node), node::name);
    }
}
