package io.patchboard.standalone.blueprint;

import io.patchboard.blueprints.graph.WorkflowGraph;
import io.patchboard.blueprints.graph.WorkflowGraph.Edge;
import io.patchboard.blueprints.graph.WorkflowGraph.Kind;
import io.patchboard.blueprints.graph.WorkflowGraph.Node;
import io.patchboard.blueprints.lint.RuleGraphs;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.blueprint.WriteGrant;
import io.patchboard.standalone.screen.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A blueprint's workflow as boxes and arrows: what there is to draw, not where. Paths are no boxes of their own here;
 * what a worker may write stands in its box, and an arrow leads from it to each rule that such a write can trigger.
 */
public record Picture(String title, List<Box> boxes, List<Arrow> arrows) {

    /** More than that nobody can read, and laying it out takes minutes. */
    static final int MOST_ARROWS = 1_500;

    private static final int MOST_CHARS = 44;
    private static final int MOST_LINES = 6;

    /** What a box stands for. */
    public enum Shape {
        EVENT,
        RULE,
        WORKER,
        END
    }

    /**
     * @param name unique among the boxes of its shape
     * @param title the name, short
     * @param lines below the title, each short
     */
    public record Box(Shape shape, String name, String title, List<String> lines) {

        /** Unique in a picture. */
        public String id() {
            return shape.name().toLowerCase(Locale.ROOT) + ":" + name;
        }
    }

    /** @param certain whether the one always leads to the other; if not, it depends on what is written */
    public record Arrow(Box from, Box to, boolean certain) {}

    /** @throws PictureTooLargeException if it is too large to be drawn */
    public static Picture of(Blueprint blueprint) {
        WorkflowGraph graph = WorkflowGraph.of(blueprint);
        Map<Node, Box> boxes = new LinkedHashMap<>();
        // what comes first is drawn first
        Stream.of(Kind.EVENT, Kind.RULE, Kind.WORKER, Kind.END)
                .flatMap(kind -> graph.nodes(kind).stream())
                .sorted(Comparator.comparing(node -> !node.name().equals(RuleGraphs.CREATED.name())))
                .forEach(node -> boxes.put(node, box(node, blueprint)));
        Set<Arrow> arrows = arrows(graph, boxes);
        if (arrows.size() > MOST_ARROWS) {
            throw new PictureTooLargeException("Expected a workflow of at most " + MOST_ARROWS
                    + " connections to draw, but got " + arrows.size() + ". Use --format mermaid or --json.");
        }
        return new Picture(Text.brief(blueprint.name(), 100), List.copyOf(boxes.values()), List.copyOf(arrows));
    }

    /** What leads to a path leads to what the path leads to, perhaps. */
    private static Set<Arrow> arrows(WorkflowGraph graph, Map<Node, Box> boxes) {
        Map<Node, List<Node>> beyond = new HashMap<>();
        graph.edges().stream()
                .filter(edge -> edge.from().kind() == Kind.PATH)
                .forEach(edge -> beyond.computeIfAbsent(edge.from(), path -> new ArrayList<>())
                        .add(edge.to()));
        Set<Arrow> arrows = new LinkedHashSet<>();
        for (Edge edge : graph.edges()) {
            Box from = boxes.get(edge.from());
            if (edge.to().kind() == Kind.PATH) {
                beyond.getOrDefault(edge.to(), List.of())
                        .forEach(to -> arrows.add(new Arrow(from, boxes.get(to), false)));
            } else if (from != null) {
                arrows.add(new Arrow(from, boxes.get(edge.to()), edge.from().kind() != Kind.WORKER));
            }
        }
        return arrows;
    }

    private static Box box(Node node, Blueprint blueprint) {
        return switch (node.kind()) {
            case EVENT -> new Box(Shape.EVENT, node.name(), node.name(), List.of());
            case RULE -> detailed(Shape.RULE, node);
            case WORKER -> worker(blueprint.worker(node.name()).orElseThrow());
            case END -> detailed(Shape.END, node);
            case PATH -> throw new IllegalArgumentException("Expected no box of a path, but got " + node.name() + ".");
        };
    }

    private static Box detailed(Shape shape, Node node) {
        List<String> lines = new ArrayList<>();
        node.details().forEach((name, detail) -> wrap(name + " " + detail, lines));
        return new Box(shape, node.name(), brief(node.name()), List.copyOf(lines));
    }

    private static Box worker(WorkerRole role) {
        List<String> lines = new ArrayList<>();
        lines.add(brief("queue " + role.queue()));
        List<WriteGrant> writes = role.writes();
        int shown = writes.size() <= MOST_LINES ? writes.size() : MOST_LINES - 1;
        writes.subList(0, shown).forEach(grant -> lines.add(brief(grant.toString())));
        if (shown < writes.size()) {
            lines.add("and " + (writes.size() - shown) + " more");
        }
        return new Box(Shape.WORKER, role.name(), brief(role.name()), List.copyOf(lines));
    }

    private static String brief(String text) {
        return Text.brief(text, MOST_CHARS);
    }

    /** Breaks a text between words where it can; cuts what is left over after a few lines. */
    private static void wrap(String text, List<String> lines) {
        String rest =
                Text.brief(text, MOST_CHARS * MOST_LINES).replaceAll(" +", " ").strip();
        for (int line = 1; line < MOST_LINES && rest.codePointCount(0, rest.length()) > MOST_CHARS; line++) {
            int most = rest.offsetByCodePoints(0, MOST_CHARS);
            int blank = rest.lastIndexOf(' ', most);
            int end = blank > most / 2 ? blank : most;
            lines.add(rest.substring(0, end).strip());
            rest = "  " + rest.substring(end).strip();
        }
        lines.add(brief(rest));
    }
}
