package io.patchboard.blueprints.lint;

import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.blueprint.Problems;
import java.util.List;

/** What gates let through without anybody's word, or on the word of one person alone. */
final class GateWarnings {

    private GateWarnings() {}

    static void check(JsonPlace root, Problems warnings) {
        for (JsonPlace gate : root.items("gates")) {
            gate.child("onTimeout")
                    .filter(node -> node.text().filter("approve"::equals).isPresent())
                    .ifPresent(
                            node -> warnings.add(
                                    node.at(),
                                    "Expected somebody to allow what this gate holds, but when the time is over it is committed"
                                            + " without a word of anybody. Write reject or escalate, unless silence is consent."));
            List<JsonPlace> approvers = gate.items("approvers");
            if (approvers.size() == 1 && gate.items("escalateTo").isEmpty() && !isTwoEyed(gate)) {
                warnings.add(
                        gate.at().child("approvers"),
                        "Expected two approvers for four eyes, but there is one alone: what he modifies is committed"
                                + " without anybody else having seen it.");
            }
        }
    }

    private static boolean isTwoEyed(JsonPlace gate) {
        return gate.child("fourEyes").isPresent() && !gate.flag("fourEyes");
    }
}
