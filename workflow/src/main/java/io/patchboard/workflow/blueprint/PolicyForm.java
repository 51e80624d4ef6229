package io.patchboard.workflow.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.record.Problem;
import io.patchboard.workflow.ir.NodeType;
import io.patchboard.workflow.ir.Policy;
import io.patchboard.workflow.ir.Workflow;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** The policies of tasks as the kernel has them. */
final class PolicyForm {

    private static final BigDecimal DOUBLED = BigDecimal.valueOf(2);

    private final Workflow workflow;
    private final List<Problem> unsupported;

    /** @param unsupported takes what the kernel's policies have no word for */
    PolicyForm(Workflow workflow, List<Problem> unsupported) {
        this.workflow = workflow;
        this.unsupported = unsupported;
    }

    /** An outage is an attempt like any other failure: a workflow says itself what is retried. */
    JsonObject of(Policy policy) {
        policy.keyTemplate()
                .ifPresent(key -> refuse(policy.at().child("idempotencyKey"), "Idempotency keys cannot be run yet."));
        policy.compensation().ifPresent(taken -> refuse(taken.at(), "Compensation cannot be run yet."));
        return JsonObject.builder()
                .putIfPresent("timeout", policy.timeout().flatMap(timeout -> timeout(policy, timeout)))
                .put("retry", retry(policy))
                .put("outage", JsonObject.of("patience", Json.of("PT0S")))
                .put("onExhausted", onExhausted(policy))
                .build();
    }

    private Optional<Json> timeout(Policy policy, Policy.Timeout timeout) {
        if (timeout.seconds().isEmpty()) {
            refuse(policy.at().child("timeout"), "Expected a timeout in seconds; a deadline cannot be run yet.");
        }
        return timeout.seconds().map(PolicyForm::duration);
    }

    private JsonObject retry(Policy policy) {
        if (policy.retries().isEmpty()) {
            return JsonObject.of("maxAttempts", Json.of(1L));
        }
        Policy.Retry retry = policy.retries().get(0);
        if (policy.retries().size() > 1 || !isAll(retry.retryOn())) {
            refuse(retry.at(), "Expected one retry, of all errors; others cannot be run yet.");
        }
        return JsonObject.builder()
                .put("maxAttempts", retry.maxAttempts().orElse(1L))
                .putIfPresent("backoff", retry.backoff().or(policy::backoff).map(backoff -> backoff(retry, backoff)))
                .build();
    }

    private JsonObject backoff(Policy.Retry retry, Policy.Backoff backoff) {
        boolean fixed = backoff.factor().compareTo(BigDecimal.ONE) == 0;
        if (!fixed && backoff.factor().compareTo(DOUBLED) != 0) {
            refuse(retry.at(), "Expected delays that stay the same or double; other factors cannot be run.");
        }
        return JsonObject.builder()
                .put("mode", fixed ? "fixed" : "exponential")
                .put("base", duration(backoff.base()))
                .put("cap", backoff.cap().map(PolicyForm::duration).orElse(Json.of("P1D")))
                .put("jitter", Json.of(retry.jitter() ? 1L : 0L))
                .build();
    }

    private Json onExhausted(Policy policy) {
        if (policy.catches().isEmpty()) {
            return Json.of("incident");
        }
        Policy.Catch caught = policy.catches().get(0);
        if (policy.catches().size() > 1 || !isAll(caught.onError())) {
            refuse(caught.at(), "Expected one catch, of all errors; others cannot be run yet.");
        }
        Optional<NodeType> handler = workflow.graph().node(caught.handlerNode()).map(node -> node.type());
        if (handler.equals(Optional.of(NodeType.FAIL))) {
            return Json.of("halt");
        }
        if (!handler.equals(Optional.of(NodeType.TASK))) {
            refuse(caught.at().child("handlerNode"), "Expected a task or a fail that handles the error.");
        }
        return JsonObject.of("catch", Json.of(caught.handlerNode()));
    }

    private static boolean isAll(List<String> classes) {
        return classes.isEmpty() || classes.contains("*");
    }

    /** ISO 8601. */
    static Json duration(BigDecimal seconds) {
        return Json.of("PT" + seconds.stripTrailingZeros().toPlainString() + "S");
    }

    private void refuse(JsonPointer at, String message) {
        unsupported.add(new Problem(at.toString(), message));
    }
}
