package io.patchboard.workflow.check;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.cel.CelCompileException;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.text.Durations;
import io.patchboard.workflow.ir.Effect;
import io.patchboard.workflow.ir.Graph;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.NodeType;
import io.patchboard.workflow.ir.Policy;
import io.patchboard.workflow.ir.Workflow;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Retries, timeouts and loops end (A.2, 2, 3 and 5), and what is taken back is safe to take back (3.2, 5; A.2, 4). */
final class PolicyCheck {

    /** What the predicate of a loop knows: of a map, which is a loop over its items, and of others. */
    private static final Set<String> OF_MAPS = Set.of("input", "item", "index");

    private static final Set<String> OF_OTHERS = Set.of("input", "output");

    private final Workflow workflow;
    private final Remarks remarks;

    PolicyCheck(Workflow workflow, Remarks remarks) {
        this.workflow = workflow;
        this.remarks = remarks;
    }

    void run() {
        workflow.policies().keySet().stream()
                .sorted()
                .map(workflow.policies()::get)
                .forEach(this::check);
        workflow.graphs()
                .forEach(graph -> graph.nodes()
                        .forEach(node -> workflow.policyOf(node).ifPresent(policy -> check(graph, node, policy))));
    }

    private void check(Policy policy) {
        for (Policy.Retry retry : policy.retries()) {
            if (retry.maxAttempts().isEmpty()) {
                remarks.error(retry.at(), "Expected maxAttempts, so that retries are finite, but got none.");
            }
            if (retry.backoff().isEmpty() && policy.backoff().isEmpty()) {
                remarks.error(
                        retry.at(), "Expected a backoff, here or for the whole policy, beside retry, but got none.");
            }
        }
        policy.loopGuards().ifPresent(guards -> check(policy, guards));
    }

    private void check(Policy policy, Policy.LoopGuards guards) {
        if (!guards.isFinite()) {
            remarks.error(
                    guards.at(),
                    "Expected maxIters or timeBudget, since a predicate alone may hold for ever, but got neither.");
        }
        guards.timeBudget()
                .filter(budget -> Durations.parse(budget).isEmpty())
                .ifPresent(budget -> remarks.error(
                        guards.at().child("timeBudget"),
                        "Expected a duration such as " + Durations.EXAMPLES + ", but got \"" + budget + "\"."));
        guards.predicate().ifPresent(predicate -> {
            try {
                CelExpression.compileCondition(predicate, known(policy));
            } catch (CelCompileException e) {
                remarks.error(guards.at().child("predicate"), e.getMessage());
            }
        });
    }

    /** To all of the nodes that have the policy. */
    private Set<String> known(Policy policy) {
        Set<String> known = new TreeSet<>(OF_MAPS);
        known.addAll(OF_OTHERS);
        workflow.nodes()
                .filter(node -> workflow.policyOf(node).filter(policy::equals).isPresent())
                .forEach(node -> known.retainAll(node.type() == NodeType.MAP ? OF_MAPS : OF_OTHERS));
        return known;
    }

    private void check(Graph graph, Node node, Policy policy) {
        if (node.type() == NodeType.TASK
                && node.effect() != Effect.NONE
                && policy.timeout().isEmpty()) {
            remarks.error(
                    node.at(),
                    "Expected a timeout in the policy of the task \"" + node.id()
                            + "\", since it calls out, but got none. One that does not says io.effect: none.");
        }
        for (Policy.Catch caught : policy.catches()) {
            requireHandler(graph, node, caught.at(), caught.handlerNode());
        }
        policy.compensation().ifPresent(compensation -> check(graph, node, policy, compensation));
    }

    private void check(Graph graph, Node node, Policy policy, Policy.Compensation compensation) {
        Optional<Node> handler = requireHandler(graph, node, compensation.at(), compensation.handlerNode());
        if (node.effect() == Effect.EACH && policy.keyTemplate().isEmpty()) {
            remarks.error(
                    node.at(),
                    "Expected an idempotencyKey beside the compensation of \"" + node.id()
                            + "\", or io.effect: idempotent, but got neither: it may have been done twice.");
        }
        boolean safe = compensation.safeReinvoke()
                || handler.filter(found -> found.effect() != Effect.EACH
                                || workflow.policyOf(found)
                                        .flatMap(Policy::keyTemplate)
                                        .isPresent())
                        .isPresent();
        if (handler.isPresent() && !safe) {
            remarks.error(
                    compensation.at(),
                    "Expected a handler that may be invoked again: safeReinvoke: true, or an idempotencyKey or"
                            + " io.effect: idempotent at \"" + compensation.handlerNode() + "\", but got none of"
                            + " them.");
        }
    }

    private Optional<Node> requireHandler(Graph graph, Node node, JsonPointer at, String id) {
        Optional<Node> handler = graph.node(id);
        if (handler.isEmpty()) {
            remarks.error(
                    at.child("handlerNode"),
                    "Expected a node beside \"" + node.id() + "\", which has this policy, but there is no \"" + id
                            + "\" in its graph.");
        }
        return handler;
    }
}
