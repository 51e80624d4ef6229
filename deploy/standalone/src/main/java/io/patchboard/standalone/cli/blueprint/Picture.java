package io.patchboard.standalone.cli.blueprint;

import io.patchboard.blueprints.graph.RuleDetails;
import io.patchboard.blueprints.lint.Reach;
import io.patchboard.blueprints.lint.RuleGraph;
import io.patchboard.blueprints.lint.RuleGraphs;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.blueprint.WriteGrant;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.screen.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A blueprint's workflow as boxes and arrows: what there is to draw, not where. Paths are no boxes of their own here;
 * what a worker may write stands in its box, and an arrow leads from it to each rule that such a write can trigger.
 */
record Picture(String title, List<Box> boxes, List<Arrow> arrows) {

    /** More than that nobody can read, and laying it out takes minutes. */
    static final int MOST_ARROWS = 1_500;

    private static final int MOST_CHARS = 44;
    private static final int MOST_LINES = 6;

    enum Shape {
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
    record Box(Shape shape, String name, String title, List<String> lines) {}

    /** @param certain whether the one always leads to the other; if not, it depends on what is written */
    record Arrow(Box from, Box to, boolean certain) {}

    /** @throws CliException if it is too large to be drawn */
    static Picture of(Blueprint blueprint) {
        RuleGraph graph = RuleGraphs.of(blueprint);
        Map<RuleGraph.Node, Box> boxes = new LinkedHashMap<>();
        // what comes first is drawn first
        Stream.of(RuleGraph.Kind.values())
                .flatMap(kind -> graph.nodes(kind).stream())
                .sorted(Comparator.comparing(node -> !node.equals(RuleGraphs.CREATED)))
                .forEach(node -> boxes.put(node, box(node, blueprint)));
        List<Arrow> arrows = new ArrayList<>();
        for (RuleGraph.Node node : boxes.keySet()) {
            for (RuleGraph.Edge edge : graph.from(node)) {
                // that all work leads to there being none left would be an arrow from each worker
                if (edge.to().kind() != RuleGraph.Kind.EVENT) {
                    boolean certain = node.kind() != RuleGraph.Kind.WORKER;
                    arrows.add(new Arrow(boxes.get(node), boxes.get(edge.to()), certain));
                }
            }
        }
        List<Box> all = new ArrayList<>(boxes.values());
        end(blueprint).ifPresent(end -> {
            all.add(end);
            graph.nodes(RuleGraph.Kind.WORKER).stream()
                    .filter(node -> finishes(node, blueprint))
                    .forEach(node -> arrows.add(new Arrow(boxes.get(node), end, false)));
        });
        if (arrows.size() > MOST_ARROWS) {
            throw CliException.failed("Expected a workflow of at most " + MOST_ARROWS + " connections to draw, but got "
                    + arrows.size() + ". Use --format mermaid or --json.");
        }
        return new Picture(Text.brief(blueprint.name(), 100), List.copyOf(all), List.copyOf(arrows));
    }

    private static Box box(RuleGraph.Node node, Blueprint blueprint) {
        return switch (node.kind()) {
            case EVENT -> new Box(Shape.EVENT, node.name(), node.name(), List.of());
            case RULE ->
                blueprint.rules().stream()
                        .filter(rule -> rule.name().equals(node.name()))
                        .map(Picture::rule)
                        .findFirst()
                        .orElseThrow();
            case WORKER -> worker(blueprint.worker(node.name()).orElseThrow());
        };
    }

    private static Box rule(Rule rule) {
        List<String> lines = new ArrayList<>();
        RuleDetails.of(rule).forEach((name, detail) -> wrap(name + " " + detail, lines));
        return new Box(Shape.RULE, rule.name(), brief(rule.name()), List.copyOf(lines));
    }

    private static Box worker(WorkerRole role) {
        List<String> lines = new ArrayList<>();
        lines.add(brief("queue " + role.queue() + (role.unsolicited() ? ", unsolicited" : "")));
        List<WriteGrant> writes = role.writes();
        int shown = writes.size() <= MOST_LINES ? writes.size() : MOST_LINES - 1;
        writes.subList(0, shown).forEach(grant -> lines.add(brief(grant.toString())));
        if (shown < writes.size()) {
            lines.add("and " + (writes.size() - shown) + " more");
        }
        return new Box(Shape.WORKER, role.name(), brief(role.name()), List.copyOf(lines));
    }

    private static Optional<Box> end(Blueprint blueprint) {
        return blueprint.completion().map(completion -> {
            List<String> lines = new ArrayList<>();
            wrap("when " + completion.when(), lines);
            if (!completion.result().isRoot()) {
                wrap("result " + completion.result(), lines);
            }
            return new Box(Shape.END, "complete", "complete", List.copyOf(lines));
        });
    }

    /** Whether a worker may write the board's result, or a part of it. */
    private static boolean finishes(RuleGraph.Node node, Blueprint blueprint) {
        JsonPointer result = blueprint.completion().orElseThrow().result();
        PathPattern place = PathPattern.parse(result.toString());
        return !result.isRoot()
                && blueprint.worker(node.name()).orElseThrow().writes().stream()
                        .anyMatch(grant -> !Reach.changes(grant.operations(), grant.path(), place)
                                        .isEmpty()
                                || !grant.operations().equals(Set.of("test"))
                                        && place.covers(
                                                new JsonPointer(grant.path().segments())));
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
