package io.patchboard.workflow.blueprint;

import io.patchboard.json.Json;
import io.patchboard.kernel.cel.CelCompileException;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.record.Problem;
import io.patchboard.workflow.ir.KeyTemplate;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The template of a key as an expression over what a node is invited for.
 *
 * @param within where the node's graph stands
 * @param unsupported takes a template that cannot be asked
 */
record KeyForm(Within within, List<Problem> unsupported) {

    private static final Set<String> BINDINGS = Set.of("input", "node", "run", "item", "index");

    Optional<String> of(Node node, Policy policy) {
        return policy.keyTemplate().map(template -> {
            KeyTemplate key = KeyTemplate.parse(template).of(node.id());
            if (!within.inMap() && key.holes().stream().anyMatch(KeyForm::tellsItems)) {
                unsupported.add(new Problem(
                        policy.at().child("idempotencyKey").toString(),
                        "Expected a key over input, node and run, since \"" + node.id()
                                + "\" is in the body of no map, but got \"" + template + "\"."));
            }
            String text = String.join(" + ", parts(key));
            String told =
                    within.inMap() ? "[state.item].map(item, [state.index].map(index, " + text + ")[0])[0]" : text;
            return "[item].map(input, " + told + ")[0]";
        });
    }

    private static boolean tellsItems(String hole) {
        try {
            Set<String> reads = CelExpression.compile(hole, BINDINGS).reads();
            return reads.contains("item") || reads.contains("index");
        } catch (CelCompileException e) {
            throw new IllegalStateException("Expected a workflow that was checked, but got " + hole, e);
        }
    }

    private static List<String> parts(KeyTemplate key) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < key.texts().size(); i++) {
            if (!key.texts().get(i).isEmpty() || key.holes().isEmpty()) {
                parts.add(Json.of(key.texts().get(i)).toString());
            }
            if (i < key.holes().size()) {
                // A run is a board, and keys are a board's own.
                parts.add(
                        key.holes().get(i).equals("run")
                                ? "\"run\""
                                : "string(" + key.holes().get(i) + ")");
            }
        }
        return parts;
    }
}
