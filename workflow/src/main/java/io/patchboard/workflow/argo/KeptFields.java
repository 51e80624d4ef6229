package io.patchboard.workflow.argo;

import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonPlace;
import io.patchboard.workflow.translation.Findings;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a document says of when or whether work is done that is kept for the way back, and not done by a workflow. */
final class KeptFields {

    private static final Map<String, String> OF_SPEC = new TreeMap<>(Map.of(
            "activeDeadlineSeconds", "a workflow's tasks have timeouts, and the whole has none",
            "parallelism", "the boards of a map are bounded by maxConcurrency, and others are not",
            "retryStrategy", "each template says itself how often it is tried again",
            "shutdown", "a board is cancelled by a person",
            "suspend", "a board begins at once; a person pauses it",
            "synchronization", "other boards are not waited for",
            "templateDefaults", "each template says itself what is done"));

    private static final Map<String, String> OF_TEMPLATE = new TreeMap<>(Map.of(
            "memoize", "what was done on another board is done again",
            "synchronization", "other boards are not waited for"));

    private static final String FAIL_FAST = "failFast";

    private KeptFields() {}

    /** Names each of them. */
    static void name(JsonPlace spec, Findings findings) {
        OF_SPEC.forEach((field, why) -> name(spec, field, why, findings));
        spec.items("templates").forEach(template -> ofTemplate(template, findings));
    }

    private static void ofTemplate(JsonPlace template, Findings findings) {
        OF_TEMPLATE.forEach((field, why) -> name(template, field, why, findings));
        name(
                template.into("retryStrategy").into("backoff"),
                "maxDuration",
                "it is tried again as often as limit says, however long that takes",
                findings);
        for (JsonPlace caller : new JsonPlace[] {template, template.into("dag")}) {
            if (caller.child(FAIL_FAST).map(JsonPlace::value).equals(Optional.of(JsonBoolean.FALSE))) {
                name(caller, FAIL_FAST, "the first failure that nobody handles ends what stands beside it", findings);
            }
        }
        Templates.steps(template).forEach(step -> step.child("inline").ifPresent(inner -> ofTemplate(inner, findings)));
    }

    /** Names it where a template bounds what is no map, too. */
    static void nameParallelism(JsonPlace template, Order order, Findings findings) {
        if (order.hasSides()) {
            name(template, "parallelism", "what stands side by side is done at once", findings);
        }
    }

    private static void name(JsonPlace place, String field, String why, Findings findings) {
        place.child(field)
                .ifPresent(said -> findings.carried(
                        said.at(), "\"" + field + "\" is kept for the way back, and is not done: " + why + "."));
    }
}
