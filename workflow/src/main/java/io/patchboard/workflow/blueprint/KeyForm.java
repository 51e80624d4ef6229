package io.patchboard.workflow.blueprint;

import io.patchboard.json.Json;
import io.patchboard.record.Problem;
import io.patchboard.workflow.ir.KeyTemplate;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The template of a key as an expression over what a task is invited for. */
final class KeyForm {

    /** What there is only in the bodies of maps. */
    private static final Set<String> OF_ITEMS = Set.of("item", "index");

    private KeyForm() {}

    /** @param unsupported takes a template that cannot be asked */
    static Optional<String> of(Node task, Policy policy, List<Problem> unsupported) {
        return policy.keyTemplate().map(template -> {
            KeyTemplate key = KeyTemplate.parse(template).of(task.id());
            key.holes().stream()
                    .filter(OF_ITEMS::contains)
                    .findFirst()
                    .ifPresent(hole -> unsupported.add(new Problem(
                            policy.at().child("idempotencyKey").toString(),
                            "Expected a key over input, node and run, but \"" + hole
                                    + "\" is there only in the body of a map, which cannot be run yet.")));
            return "[item].map(input, " + String.join(" + ", parts(key)) + ")[0]";
        });
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
