package io.patchboard.workflow.check;

import io.patchboard.json.JsonPointer;
import io.patchboard.text.Spelling;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.NodeType;
import io.patchboard.workflow.ir.Policy;
import io.patchboard.workflow.ir.Workflow;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** What each node needs: an id of its own, a policy (3.2, 3; A.2, 1), an end if it repeats (A.2, 5). */
final class NodeCheck {

    private final Workflow workflow;
    private final Remarks remarks;
    private final Map<String, Node> seen = new HashMap<>();

    NodeCheck(Workflow workflow, Remarks remarks) {
        this.workflow = workflow;
        this.remarks = remarks;
    }

    void run() {
        workflow.nodes().forEach(this::check);
    }

    private void check(Node node) {
        Node first = seen.putIfAbsent(node.id(), node);
        if (first != null) {
            remarks.error(
                    node.at().child("id"),
                    "Expected an id that no other node has, but \"" + node.id() + "\" is that of " + first.at()
                            + ", too.");
        }
        checkPolicy(node);
        node.logSchemaRef()
                .ifPresent(name -> requireName(
                        node.at().child("logSchemaRef"),
                        name,
                        workflow.logSchemas().keySet(),
                        "logSchemas"));
        if (node.type() == NodeType.MAP && !ends(node)) {
            remarks.error(
                    node.at(),
                    "Expected loopGuards with maxIters or timeBudget in the policy of the map \"" + node.id()
                            + "\", but got none: it has to end whatever its input is.");
        }
    }

    private boolean ends(Node map) {
        return workflow.policyOf(map)
                .flatMap(Policy::loopGuards)
                .filter(Policy.LoopGuards::isFinite)
                .isPresent();
    }

    private void checkPolicy(Node node) {
        if (node.policyRef().isPresent()) {
            requireName(
                    node.at().child("policyRef"),
                    node.policyRef().get(),
                    workflow.policies().keySet(),
                    "policies");
        } else if (!workflow.policies().containsKey(Workflow.DEFAULT_POLICY)) {
            remarks.error(
                    node.at(),
                    "Expected a policyRef, or a policy called default for nodes without one, but \"" + node.id()
                            + "\" has none and there is no default.");
        }
    }

    private void requireName(JsonPointer at, String name, Collection<String> known, String where) {
        if (!known.contains(name)) {
            remarks.error(
                    at,
                    "Expected a name out of " + where + ", but got \"" + name + "\"." + Spelling.question(name, known));
        }
    }
}
