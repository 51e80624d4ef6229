package io.patchboard.workflow.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Problem;
import io.patchboard.workflow.ir.Node;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * When a graph's board is complete, and with what. The result is the last output. Where that is not always the same
 * node's first, that of a map's item, of a branch or of a state machine is put in a place of its own; of another
 * whole workflow it is all outputs, or the input where nothing is asked.
 */
final class EndForm {

    private static final String RESULT = "/result";

    private final boolean all;
    private final Routes routes;
    private final WorkerForm workers;
    private final Parts parts;
    private final List<Problem> unsupported;

    /**
     * @param all whether all outputs are the result where the last one is not always the same node's first
     * @param unsupported takes ends that cannot be waited for
     */
    EndForm(boolean all, Routes routes, WorkerForm workers, Parts parts, List<Problem> unsupported) {
        this.all = all;
        this.routes = routes;
        this.workers = workers;
        this.parts = parts;
        this.unsupported = unsupported;
    }

    /** The ways to the end on which the result has to be put in its place. */
    List<Route> ways() {
        boolean told = all
                ? routes.ends().stream().anyMatch(end -> end.source().isPresent())
                : single().filter(node -> !isRepeated(node)).isPresent();
        return told ? List.of() : routes.ends();
    }

    /** Who does that; absent where nobody has to. */
    Optional<JsonObject> worker() {
        return ways().isEmpty() ? Optional.empty() : Optional.of(OwnBoard.value(parts, "item", RESULT));
    }

    JsonObject complete() {
        if (!ways().isEmpty()) {
            return complete("has(state.result)", RESULT);
        }
        routes.ends().stream()
                .filter(end -> end.seconds().signum() > 0)
                .forEach(end -> unsupported.add(new Problem(
                        end.passed().getLast().at().toString(),
                        "A wait before the end cannot be run: a board is complete as soon as its goal is reached.")));
        List<String> goals = routes.ends().stream()
                .map(end -> "size(" + end.taken() + ") > 0")
                .toList();
        String goal = goals.isEmpty() ? "false" : String.join(" || ", goals);
        return complete(
                goal,
                single().map(node -> Route.from(Optional.of(node)).trigger())
                        .map(outputs ->
                                outputs.substring(0, outputs.length() - 2) + (isRepeated(single().get()) ? "" : "/0"))
                        .orElse("/outputs"));
    }

    private static JsonObject complete(String when, String result) {
        return JsonObject.of("when", Json.of(when)).with("result", Json.of(result));
    }

    /** The node after which it always ends. */
    private Optional<Node> single() {
        Set<Optional<Node>> last = new LinkedHashSet<>();
        routes.ends().forEach(end -> last.add(end.source()));
        return last.size() == 1 ? last.iterator().next() : Optional.empty();
    }

    /** Whether ways lead from a node back to it. */
    private boolean isRepeated(Node last) {
        Set<Node> before = new LinkedHashSet<>();
        List<Node> open = new ArrayList<>(List.of(last));
        while (!open.isEmpty()) {
            Node node = open.remove(0);
            Stream.concat(routes.to(node).stream().flatMap(way -> way.source().stream()), workers.caught(node))
                    .filter(before::add)
                    .forEach(open::add);
        }
        return before.contains(last);
    }
}
