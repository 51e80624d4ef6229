package io.patchboard.workflow.argo;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.record.Problem;
import io.patchboard.workflow.ir.Policy;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A policy as fields of a template. */
final class PolicyWriter {

    private PolicyWriter() {}

    /** @param timed whether templates of its kind may have a timeout: those of DAGs may not */
    static JsonObject of(Policy policy, boolean timed) {
        return JsonObject.builder()
                .putIfPresent(
                        "retryStrategy", policy.retries().stream().findFirst().map(retry -> retry(retry, policy)))
                .putStringIfPresent(
                        "timeout",
                        policy.timeout()
                                .flatMap(Policy.Timeout::seconds)
                                .filter(any -> timed)
                                .map(PolicyWriter::seconds))
                .build();
    }

    private static JsonObject retry(Policy.Retry retry, Policy policy) {
        Optional<Policy.Backoff> backoff = retry.backoff().or(policy::backoff);
        return JsonObject.builder()
                .put("limit", String.valueOf(retry.maxAttempts().orElse(1L) - 1))
                .put("retryPolicy", word(retry.retryOn()))
                .putIfPresent("backoff", backoff.map(PolicyWriter::backoff))
                .build();
    }

    private static JsonObject backoff(Policy.Backoff backoff) {
        return JsonObject.builder()
                .put("duration", seconds(backoff.base()))
                .put(
                        "factor",
                        backoff.factor().setScale(0, RoundingMode.CEILING).toPlainString())
                .putStringIfPresent("cap", backoff.cap().map(PolicyWriter::seconds))
                .build();
    }

    /** The word for exactly these errors, or for all. */
    private static String word(List<String> errors) {
        Set<String> wanted = new TreeSet<>(errors);
        return PolicyReader.ERRORS.keySet().stream()
                .sorted()
                .filter(word -> new TreeSet<>(PolicyReader.ERRORS.get(word)).equals(wanted))
                .findFirst()
                .orElse(PolicyReader.ALWAYS);
    }

    static String seconds(BigDecimal seconds) {
        return seconds.stripTrailingZeros().toPlainString() + "s";
    }

    /** What of a policy is in no field, so that Argo does not do it as it is said. */
    static List<Problem> carried(Policy policy, boolean timed) {
        List<Problem> carried = new ArrayList<>();
        boolean inexact = policy.retries().size() > 1
                || policy.retries().stream()
                        .anyMatch(retry -> retry.jitter()
                                || !retry.retryOn().isEmpty() && !PolicyReader.ERRORS.containsValue(retry.retryOn())
                                || retry.backoff()
                                        .or(policy::backoff)
                                        .filter(backoff -> backoff.factor()
                                                        .stripTrailingZeros()
                                                        .scale()
                                                > 0)
                                        .isPresent());
        add(carried, policy, "retry", inexact);
        add(
                carried,
                policy,
                "catch",
                policy.catches().size() > 1
                        || policy.catches().stream()
                                .anyMatch(caught -> !caught.onError().equals(List.of("*"))));
        boolean late = policy.timeout()
                .filter(timeout -> timeout.deadline().isPresent() || !timed)
                .isPresent();
        add(carried, policy, "timeout", late);
        add(carried, policy, "idempotencyKey", policy.keyTemplate().isPresent());
        add(carried, policy, "compensation", policy.compensation().isPresent());
        add(carried, policy, "loopGuards", policy.loopGuards().isPresent());
        return carried;
    }

    private static void add(List<Problem> carried, Policy policy, String member, boolean isThere) {
        if (isThere) {
            JsonPointer at = policy.at().child(member);
            carried.add(new Problem(
                    at.toString(), "A template has no field for all of it, so Argo does not do it as it is said."));
        }
    }
}
