package io.patchboard.workflow.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.NodeType;
import io.patchboard.workflow.ir.Policy;
import io.patchboard.workflow.ir.Workflow;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Guards of loops as rules have them. All ways to a node are one loop, whichever comes to it. */
final class GuardForm {

    private final Workflow workflow;

    GuardForm(Workflow workflow) {
        this.workflow = workflow;
    }

    /**
     * Of the task, of the nodes on the way to it that call nobody, and of the one it comes from, if errors alone lead
     * to that; absent if none has any. Those of a map are about its items.
     */
    Optional<Json> of(Route way, Node task) {
        List<Json> guards = Stream.of(
                        way.source().filter(this::isLedToByErrors).stream(), way.passed().stream(), Stream.of(task))
                .flatMap(nodes -> nodes)
                .filter(node -> node.type() != NodeType.MAP)
                .flatMap(node ->
                        workflow.policyOf(node).flatMap(Policy::loopGuards).map(guard -> guard(node, guard)).stream())
                .toList();
        return guards.isEmpty() ? Optional.empty() : Optional.of(JsonArray.copyOf(guards));
    }

    private boolean isLedToByErrors(Node node) {
        return workflow.graph().nodes().stream()
                        .filter(Routes::isWork)
                        .flatMap(other -> workflow.policyOf(other).stream())
                        .flatMap(policy -> policy.catches().stream())
                        .anyMatch(caught -> caught.handlerNode().equals(node.id()))
                && workflow.graph().edges().stream()
                        .noneMatch(edge -> edge.isControl() && edge.to().equals(node.id()));
    }

    private Json guard(Node node, Policy.LoopGuards guards) {
        return JsonObject.builder()
                .put("loop", node.id())
                .putIfPresent("maxIters", guards.maxIters().map(Json::of))
                .putStringIfPresent("timeBudget", guards.timeBudget())
                .putStringIfPresent("predicate", guards.predicate().map(Route::bound))
                .build();
    }
}
