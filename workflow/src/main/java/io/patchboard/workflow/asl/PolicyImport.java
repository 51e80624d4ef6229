package io.patchboard.workflow.asl;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** What a state says of retries, errors and time, as a policy. */
final class PolicyImport {

    /** Words of ours for errors of the language that mean the same. */
    static final Map<String, String> ERRORS = Map.of("States.ALL", "*", "States.Timeout", "timeout");

    private static final BigDecimal DEFAULT_RETRIES = BigDecimal.valueOf(3);
    private static final BigDecimal DEFAULT_RATE = BigDecimal.valueOf(2);

    private PolicyImport() {}

    /**
     * The policy of a state.
     *
     * @param again whether it repeats something, and so needs an end: that of the history's length
     */
    static JsonObject of(JsonPlace state, boolean again) {
        JsonObject.Builder policy = JsonObject.builder();
        policy.put(
                "timeout",
                JsonObject.of(
                        "seconds",
                        JsonNumber.of(state.into("TimeoutSeconds")
                                .amount()
                                .orElse(BigDecimal.valueOf(AslImport.DEFAULT_TIMEOUT)))));
        List<JsonObject> retries =
                state.items("Retry").stream().map(PolicyImport::retry).toList();
        List<JsonObject> catches =
                state.items("Catch").stream().map(PolicyImport::caught).toList();
        if (!retries.isEmpty()) {
            policy.put("retry", JsonArray.copyOf(retries));
        }
        if (!catches.isEmpty()) {
            policy.put("catch", JsonArray.copyOf(catches));
        }
        if (again) {
            policy.put(
                    "loopGuards",
                    JsonObject.builder().put("maxIters", AslImport.MOST_EVENTS).build());
        }
        return policy.build();
    }

    private static JsonObject retry(JsonPlace retry) {
        BigDecimal retries = retry.into("MaxAttempts").amount().orElse(DEFAULT_RETRIES);
        return JsonObject.builder()
                .put("maxAttempts", JsonNumber.of(retries.add(BigDecimal.ONE)))
                .put("retryOn", errors(retry))
                .put("jitter", retry.text("JitterStrategy").orElse("").equals("FULL"))
                .put(
                        "backoff",
                        JsonObject.builder()
                                .put("mode", "exponential")
                                .put(
                                        "base",
                                        JsonNumber.of(retry.into("IntervalSeconds")
                                                .amount()
                                                .orElse(BigDecimal.ONE)))
                                .put(
                                        "factor",
                                        JsonNumber.of(retry.into("BackoffRate")
                                                .amount()
                                                .orElse(DEFAULT_RATE)))
                                .putIfPresent(
                                        "cap", retry.child("MaxDelaySeconds").map(JsonPlace::value))
                                .build())
                .build();
    }

    private static JsonObject caught(JsonPlace caught) {
        return JsonObject.builder()
                .put("onError", errors(caught))
                .put("handlerNode", caught.text("Next").orElse("?"))
                .build();
    }

    private static Json errors(JsonPlace rule) {
        return JsonArray.ofStrings(rule.items("ErrorEquals").stream()
                .flatMap(name -> name.text().stream())
                .map(name -> ERRORS.getOrDefault(name, name))
                .toList());
    }
}
