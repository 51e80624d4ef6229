package io.patchboard.workflow.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.record.Problem;
import io.patchboard.workflow.ir.Edge;
import io.patchboard.workflow.ir.Effect;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.NodeType;
import io.patchboard.workflow.ir.Policy;
import io.patchboard.workflow.ir.Role;
import io.patchboard.workflow.ir.Workflow;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Nodes as workers: a task is one, a map, a parallel and a fail by an edge have a board made. */
final class WorkerForm {

    private static final Set<Role> MADE_BY = Set.of(Role.PLANNER, Role.REPAIR, Role.OPTIMIZER);

    private final Workflow workflow;
    private final Routes routes;
    private final Parts parts;
    private final List<Problem> unsupported;
    private final GatherForm gather;
    private final KeyForm keys;

    WorkerForm(Workflow workflow, Within within, Routes routes, Parts parts, List<Problem> unsupported) {
        this.workflow = workflow;
        this.routes = routes;
        this.parts = parts;
        this.unsupported = unsupported;
        this.gather = new GatherForm(workflow, within, parts, unsupported);
        this.keys = new KeyForm(within, unsupported);
    }

    JsonObject worker(Node node) {
        return switch (node.type()) {
            case FAIL -> OwnBoard.fail(parts, node);
            case PASS ->
                OwnBoard.value(parts, Routes.constant(node).orElseThrow().toString(), OwnBoard.outputs(node));
            case MAP, PARALLEL ->
                called(node)
                        .put("kind", "board")
                        .put("board", gather.board(node))
                        .build();
            default ->
                called(node).put("read", JsonArray.ofStrings(reads(node))).build();
        };
    }

    /** What a worker of a node says, whatever it is shown. */
    JsonObject.Builder called(Node node) {
        Optional<Policy> policy = workflow.policyOf(node);
        return JsonObject.builder()
                .put(
                        "instruction",
                        JsonPlace.of(node.params()).text("instruction").orElse(node.name()))
                .put("write", OwnBoard.grants(OwnBoard.outputs(node)))
                .putStringIfPresent("validates", validated(node))
                .putStringIfPresent("idempotencyKey", policy.flatMap(given -> keys.of(node, given)))
                .putIfPresent(
                        "compensation", policy.flatMap(Policy::compensation).map(taken -> compensation(node, taken)))
                // One answer is one output: who adds none leaves nothing to go on with, who adds two starts twice.
                .put(
                        "patch",
                        JsonObject.of("maxOperations", Json.of(1L))
                                .with("schema", JsonObject.of("minItems", Json.of(1L))))
                .putStringIfPresent(
                        "policy", policy.map(given -> node.policyRef().orElse(Workflow.DEFAULT_POLICY)));
    }

    /** Whose work a validator has before it: that of the planner, if it is among them. */
    private Optional<String> validated(Node node) {
        return node.role() != Role.VALIDATOR
                ? Optional.empty()
                : routes.to(node).stream()
                        .flatMap(way -> way.source().stream())
                        .filter(source -> MADE_BY.contains(source.role()))
                        .min(Comparator.comparing(Node::role))
                        .map(Node::id);
    }

    private JsonObject compensation(Node node, Policy.Compensation taken) {
        Optional<Node> handler = workflow.graph().node(taken.handlerNode());
        if (handler.filter(given -> given.type() == NodeType.TASK).isEmpty()) {
            unsupported.add(new Problem(
                    taken.at().child("handlerNode").toString(), "Expected a task that undoes what was done."));
        }
        return JsonObject.builder()
                .put("worker", taken.handlerNode())
                .put("idempotent", node.effect() != Effect.EACH)
                .build();
    }

    /** What it is invited for, also in another's place, and what data edges bring. */
    private Set<String> reads(Node task) {
        Stream<String> ways = Stream.concat(Stream.of(task), caught(task))
                .flatMap(node -> routes.to(node).stream())
                .map(Route::trigger);
        Stream<String> brought = workflow.graph().edges().stream()
                .filter(edge -> edge.kind() == Edge.Kind.DATA && edge.to().equals(task.id()))
                .flatMap(edge -> workflow.graph().node(edge.from()).stream())
                .filter(Routes::isCaller)
                .map(node -> Route.from(Optional.of(node)).trigger());
        return Stream.concat(ways, brought).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The nodes whose errors it handles, or whose work it undoes. */
    Stream<Node> caught(Node handler) {
        return workflow.graph().nodes().stream()
                .filter(Routes::isWork)
                .filter(node -> workflow.policyOf(node).stream()
                        .anyMatch(policy -> policy.handlers().contains(handler.id())));
    }
}
