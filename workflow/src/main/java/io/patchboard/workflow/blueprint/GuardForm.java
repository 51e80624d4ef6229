package io.patchboard.workflow.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.cel.CelCompileException;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.record.Problem;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.NodeType;
import io.patchboard.workflow.ir.Policy;
import io.patchboard.workflow.ir.Workflow;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Guards of loops as rules have them. All ways to a node are one loop, whichever comes to it. */
final class GuardForm {

    private static final Set<String> VARIABLES = Set.of("input", "output");

    private final Workflow workflow;
    private final List<Problem> unsupported;

    /** @param unsupported takes guards that cannot be asked */
    GuardForm(Workflow workflow, List<Problem> unsupported) {
        this.workflow = workflow;
        this.unsupported = unsupported;
    }

    /**
     * Of the task, and of the nodes on the way to it that call nobody; absent if none has any. Those of a map are about
     * its items.
     */
    Optional<Json> of(Route way, Node task) {
        List<Json> guards = Stream.concat(way.passed().stream(), Stream.of(task))
                .filter(node -> node.type() != NodeType.MAP)
                .flatMap(node ->
                        workflow.policyOf(node).flatMap(Policy::loopGuards).map(guard -> guard(node, guard)).stream())
                .toList();
        return guards.isEmpty() ? Optional.empty() : Optional.of(JsonArray.copyOf(guards));
    }

    private Json guard(Node node, Policy.LoopGuards guards) {
        return JsonObject.builder()
                .put("loop", node.id())
                .putIfPresent("maxIters", guards.maxIters().map(Json::of))
                .putStringIfPresent("timeBudget", guards.timeBudget())
                .putStringIfPresent("predicate", guards.predicate().flatMap(predicate -> bound(guards, predicate)))
                .build();
    }

    private Optional<String> bound(Policy.LoopGuards guards, String predicate) {
        try {
            CelExpression.compileCondition(predicate, VARIABLES);
            return Optional.of(Route.bound(predicate));
        } catch (CelCompileException e) {
            Problem problem = new Problem(
                    guards.at().child("predicate").toString(),
                    "Expected a predicate over input and output; index is there only of a map's items.");
            if (!unsupported.contains(problem)) {
                unsupported.add(problem);
            }
            return Optional.empty();
        }
    }
}
