package io.patchboard.workflow.check;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.cel.CelCompileException;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.workflow.ir.Effect;
import io.patchboard.workflow.ir.Graph;
import io.patchboard.workflow.ir.KeyTemplate;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.NodeType;
import io.patchboard.workflow.ir.Policy;
import io.patchboard.workflow.ir.Workflow;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** An idempotency key belongs to one logical action (A.2, 6). */
final class KeyCheck {

    private static final Set<String> BINDINGS = Set.of("input", "node", "run", "item", "index");

    private final Workflow workflow;
    private final Remarks remarks;
    private final Map<KeyTemplate, Node> keys = new LinkedHashMap<>();

    KeyCheck(Workflow workflow, Remarks remarks) {
        this.workflow = workflow;
        this.remarks = remarks;
    }

    void run() {
        workflow.policies().keySet().stream()
                .sorted()
                .map(workflow.policies()::get)
                .forEach(policy -> policy.keyTemplate().ifPresent(text -> compile(pointer(policy), text)));
        check(workflow.graph(), false);
    }

    private static JsonPointer pointer(Policy policy) {
        return policy.at().child("idempotencyKey").child("template");
    }

    private void compile(JsonPointer at, String text) {
        try {
            for (String hole : KeyTemplate.parse(text).holes()) {
                CelExpression.compile(hole, BINDINGS);
            }
        } catch (IllegalArgumentException | CelCompileException e) {
            remarks.error(at, e.getMessage());
        }
    }

    private void check(Graph graph, boolean repeated) {
        for (Node node : graph.nodes()) {
            if (node.effect() == Effect.EACH) {
                workflow.policyOf(node).flatMap(Policy::keyTemplate).ifPresent(text -> check(node, text, repeated));
            }
            node.graphs().forEach(inner -> check(inner, repeated || node.type() == NodeType.MAP));
        }
    }

    private void check(Node node, String text, boolean repeated) {
        KeyTemplate template;
        try {
            template = KeyTemplate.parse(text).of(node.id());
        } catch (IllegalArgumentException e) {
            return;
        }
        if (repeated && template.holes().stream().noneMatch(KeyCheck::tellsItems)) {
            remarks.error(
                    node.at(),
                    "Expected a key of its own for each item, but the idempotencyKey \"" + text + "\" of \"" + node.id()
                            + "\" is the same for all. It may read input, item or index.");
        }
        keys.forEach((other, owner) -> {
            if (template.equals(other)) {
                remarks.error(
                        node.at(),
                        "Expected an idempotencyKey of its own, but \"" + node.id() + "\" and \"" + owner.id()
                                + "\" both have \"" + text + "\". {node} in it tells them apart.");
            } else if (!template.isApartFrom(other)) {
                remarks.undecided(
                        node.at(),
                        "Whether the idempotencyKeys of \"" + node.id() + "\" and \"" + owner.id()
                                + "\" can be the same is undecided: they neither begin nor end differently.");
            }
        });
        keys.putIfAbsent(template, node);
    }

    private static boolean tellsItems(String hole) {
        try {
            return CelExpression.compile(hole, BINDINGS).reads().stream()
                    .anyMatch(Set.of("input", "item", "index")::contains);
        } catch (CelCompileException e) {
            return true;
        }
    }
}
