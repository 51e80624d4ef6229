package io.patchboard.blueprints.lint;

import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Problems;
import io.patchboard.kernel.blueprint.WriteGrant;
import io.patchboard.kernel.patch.PathPattern;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What gates let through without anybody's word, or on the word of one person alone. */
final class GateWarnings {

    private static final Set<String> TAKING_AWAY = Set.of("remove", "move");

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

    /** Of a valid blueprint. */
    static void check(Blueprint blueprint, Problems warnings) {
        for (JsonPlace gate : JsonPlace.of(blueprint.source()).items("gates")) {
            JsonPlace on = gate.into("on");
            List<JsonPlace> kinds = on.items("op");
            if (!kinds.isEmpty() && kinds.stream().allMatch(kind -> kind.text().equals(Optional.of("replace")))) {
                PathPattern gated = PathPattern.parse(on.text("path").orElseThrow());
                blueprint.workers().values().stream()
                        .filter(role ->
                                gate.text("worker").map(role.name()::equals).orElse(true))
                        .filter(role -> role.writes().stream().anyMatch(grant -> takesAway(grant, gated)))
                        .findFirst()
                        .ifPresent(role -> warnings.add(
                                on.at().child("op"),
                                "Expected add, remove and replace, or no op, but there is replace alone: what worker"
                                        + " \"" + role.name() + "\" removes and adds again is not held."));
            }
        }
    }

    /** Whether it may be a value of these places that is removed, or something that one is in. */
    private static boolean takesAway(WriteGrant grant, PathPattern gated) {
        return !Collections.disjoint(grant.operations(), TAKING_AWAY)
                && (gated.isDeep() || grant.path().depth() <= gated.depth())
                && grant.path().meets(gated);
    }

    private static boolean isTwoEyed(JsonPlace gate) {
        return gate.child("fourEyes").isPresent() && !gate.flag("fourEyes");
    }
}
