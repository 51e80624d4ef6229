package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.record.Word;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Compiles what is next to what, and how far workers reach. */
record NeighboursCompiler(Parts parts) {

    private static final Set<String> VARIABLES = Set.of("state", "item", "path", "version");
    private static final String MEMBER = "Expected the path pattern of a member that objects are compared by, for"
            + " instance \"/operations/*/machine\", but got ";

    private static final long DEFAULT_RADIUS = 1;
    private static final long DEFAULT_GROWTH = 1;
    private static final long DEFAULT_MAX_RADIUS = 3;

    List<Neighbours> compile(List<JsonPlace> nodes) {
        return nodes.stream().flatMap(node -> compile(node).stream()).toList();
    }

    private Optional<Neighbours> compile(JsonPlace node) {
        Optional<PathPattern> from = node.child("from").flatMap(parts::stateValues);
        Optional<Neighbours.To> to = node.child("to").flatMap(this::to);
        Optional<Neighbours.Kind> kind = node.text("kind").flatMap(word -> Word.find(Neighbours.Kind.class, word));
        if (from.isEmpty() || to.isEmpty() || kind.isEmpty()) {
            return Optional.empty();
        }
        if (to.get() instanceof Neighbours.Equal && !isMember(from.get())) {
            parts.problems().add(node.at().child("from"), MEMBER + "\"" + from.get() + "\".");
            return Optional.empty();
        }
        return Optional.of(new Neighbours(from.get(), to.get(), kind.get()));
    }

    /** No expression begins with a slash. */
    private Optional<Neighbours.To> to(JsonPlace node) {
        if (node.text().filter(text -> text.startsWith("/")).isEmpty()) {
            return parts.expression(node, VARIABLES).map(Neighbours.Computed::new);
        }
        Optional<PathPattern> members = parts.stateValues(node);
        members.filter(pattern -> !isMember(pattern))
                .ifPresent(pattern -> parts.problems().add(node.at(), MEMBER + "\"" + pattern + "\"."));
        return members.filter(NeighboursCompiler::isMember).map(Neighbours.Equal::new);
    }

    private static boolean isMember(PathPattern pattern) {
        return !pattern.isDeep() && !pattern.segments().isEmpty();
    }

    Optional<Reach> reach(JsonPlace worker) {
        return worker.child("neighbourhood").map(node -> {
            long radius = node.integer("radius").orElse(DEFAULT_RADIUS);
            long most = node.integer("maxRadius").orElse(Math.max(radius, DEFAULT_MAX_RADIUS));
            if (most < radius) {
                parts.problems()
                        .add(
                                node.at().child("maxRadius"),
                                "Expected a maxRadius of at least the radius " + radius + ", but got " + most + ".");
            }
            return new Reach(kinds(node), radius, node.integer("growth").orElse(DEFAULT_GROWTH), most);
        });
    }

    private static Set<Neighbours.Kind> kinds(JsonPlace node) {
        Set<Neighbours.Kind> kinds = EnumSet.noneOf(Neighbours.Kind.class);
        node.items("kinds").stream()
                .flatMap(item -> item.text().stream())
                .flatMap(word -> Word.find(Neighbours.Kind.class, word).stream())
                .forEach(kinds::add);
        if (node.child("kinds").isEmpty()) {
            kinds.addAll(Arrays.asList(Neighbours.Kind.values()));
        }
        return kinds;
    }

    /**
     * Adds a problem for each rule that invokes a worker of some reach for no item: nothing would be near to it.
     */
    static void check(JsonPlace root, Map<String, WorkerRole> workers, Problems problems) {
        for (JsonPlace rule : root.items("rules")) {
            boolean noItem = rule.child("on").flatMap(on -> on.text("event")).isPresent()
                    && rule.child("forEach").isEmpty();
            rule.text("invoke")
                    .filter(name -> noItem && bounded(name, workers))
                    .ifPresent(name -> problems.add(
                            rule.at().child("on"),
                            "Expected a rule with an item, because worker \"" + name
                                    + "\" may change only what is near to it (neighbourhood), but an event of the board"
                                    + " as a whole has none. Watch a path, or name items with forEach."));
        }
    }

    private static boolean bounded(String worker, Map<String, WorkerRole> workers) {
        return Optional.ofNullable(workers.get(worker))
                .flatMap(WorkerRole::reach)
                .isPresent();
    }
}
