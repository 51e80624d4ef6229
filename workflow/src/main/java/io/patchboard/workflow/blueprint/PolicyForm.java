package io.patchboard.workflow.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.record.Failure;
import io.patchboard.record.Problem;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.NodeType;
import io.patchboard.workflow.ir.Policy;
import io.patchboard.workflow.ir.Workflow;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The policies of tasks as the kernel has them. */
final class PolicyForm {

    private static final Set<String> CLASSES = Arrays.stream(Failure.Kind.values())
            .filter(Failure.Kind::isRepeatable)
            .map(Failure.Kind::word)
            .collect(Collectors.toCollection(TreeSet::new));

    /** Errors of Amazon States Language. All but a timeout are failures of a task there. */
    private static final Map<String, Set<String>> ALIASES = Map.of(
            "States.TaskFailed",
            CLASSES.stream()
                    .filter(word -> !word.equals(Failure.Kind.TIMEOUT.word()))
                    .collect(Collectors.toUnmodifiableSet()),
            "States.HeartbeatTimeout",
            Set.of(Failure.Kind.TIMEOUT.word()));

    private static final BigDecimal DOUBLED = BigDecimal.valueOf(2);

    /** With one more the circuit would trip at the last one, and cut off whoever catches the error. */
    private static final long MOST_ATTEMPTS = 99;

    /** It is the workflow that says how often something is tried, so no streak is one before all attempts are made. */
    static final JsonObject CIRCUIT = JsonObject.of("invalidStreak", Json.of(MOST_ATTEMPTS + 1))
            .with(
                    "sameRejection",
                    JsonObject.of("count", Json.of(MOST_ATTEMPTS + 1)).with("window", Json.of(MOST_ATTEMPTS + 1)))
            .with("failureStreak", Json.of(MOST_ATTEMPTS + 1));

    /** Where what was handed on is taken away again, a loop comes back to the same: its guards end it. */
    static final JsonObject CIRCUIT_OF_TURNS = CIRCUIT.with(
                    "repeatedState", JsonObject.of("window", Json.of(1L)).with("times", Json.of(100L)))
            .with("cycle", JsonObject.of("maxPeriod", Json.of(1L)).with("repeats", Json.of(20L)));

    private final Workflow workflow;
    private final List<Problem> unsupported;

    /** @param unsupported takes what the kernel's policies have no word for */
    PolicyForm(Workflow workflow, List<Problem> unsupported) {
        this.workflow = workflow;
        this.unsupported = unsupported;
    }

    /** An outage is an attempt like any other failure: a workflow says itself what is retried. */
    JsonObject of(Policy policy) {
        return JsonObject.builder()
                .putIfPresent("timeout", policy.timeout().flatMap(timeout -> timeout(policy, timeout)))
                .put("retry", retry(policy))
                .put("outage", JsonObject.of("patience", Json.of("PT0S")))
                .put("onExhausted", onExhausted(policy))
                .build();
    }

    /** One attempt, in the time that the policy gives; what becomes of an error, another worker decides. */
    JsonObject caughtBy(Policy policy, String worker) {
        policy.retries().forEach(this::checkAttempts);
        return JsonObject.builder()
                .putIfPresent("timeout", policy.timeout().flatMap(timeout -> timeout(policy, timeout)))
                .put("retry", JsonObject.of("maxAttempts", Json.of(1L)))
                .put("outage", JsonObject.of("patience", Json.of("PT0S")))
                .put("onExhausted", JsonObject.of("catch", Json.of(worker)))
                .build();
    }

    /** Whether the kernel has classes for the names of errors. */
    static boolean isKnown(List<String> errors) {
        return errors.stream()
                .allMatch(
                        error -> error.equals("*") || CLASSES.containsAll(ALIASES.getOrDefault(error, Set.of(error))));
    }

    private Optional<Json> timeout(Policy policy, Policy.Timeout timeout) {
        if (timeout.seconds().isEmpty()) {
            refuse(policy.at().child("timeout"), "Expected a timeout in seconds; a deadline cannot be run yet.");
        }
        return timeout.seconds().map(PolicyForm::duration);
    }

    /** The first that knows an error's class counts, so what stands behind one that knows all does not. */
    private Json retry(Policy policy) {
        List<Json> retries = new ArrayList<>();
        for (Policy.Retry retry : policy.retries()) {
            Set<String> classes = classes(retry.retryOn(), retry.at().child("retryOn"));
            checkAttempts(retry);
            retries.add(JsonObject.builder()
                    .putStringsIfAny("retryOn", List.copyOf(classes))
                    .put("maxAttempts", retry.maxAttempts().orElse(1L))
                    .putIfPresent(
                            "backoff", retry.backoff().or(policy::backoff).map(backoff -> backoff(retry, backoff)))
                    .build());
            if (classes.isEmpty()) {
                break;
            }
        }
        if (retries.isEmpty()) {
            return JsonObject.of("maxAttempts", Json.of(1L));
        }
        return retries.size() == 1 ? retries.get(0) : JsonArray.copyOf(retries);
    }

    private void checkAttempts(Policy.Retry retry) {
        retry.maxAttempts()
                .filter(most -> most > MOST_ATTEMPTS)
                .ifPresent(most -> refuse(
                        retry.at().child("maxAttempts"),
                        "Expected at most " + MOST_ATTEMPTS + " attempts, but got " + most + "."));
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
        List<Json> handlers = new ArrayList<>();
        boolean knowsAll = false;
        for (Policy.Catch caught : policy.catches()) {
            Set<String> classes = classes(caught.onError(), caught.at().child("onError"));
            Json step = step(caught);
            if (classes.isEmpty()) {
                handlers.add(step);
                knowsAll = true;
                break;
            }
            handlers.add(JsonObject.of("onError", JsonArray.ofStrings(List.copyOf(classes)))
                    .with("do", step));
        }
        if (!knowsAll) {
            handlers.add(Json.of("incident"));
        }
        return handlers.size() == 1 ? handlers.get(0) : JsonArray.copyOf(handlers);
    }

    private Json step(Policy.Catch caught) {
        Optional<Node> handler = workflow.graph().node(caught.handlerNode());
        if (handler.filter(node -> node.type() == NodeType.FAIL).isPresent()) {
            return Json.of("halt");
        }
        if (handler.filter(Routes::isWork).isEmpty()) {
            refuse(caught.at().child("handlerNode"), "Expected a task, map, parallel or fail that handles the error.");
        }
        return JsonObject.of("catch", Json.of(caught.handlerNode()));
    }

    /** The kernel's classes for those of a workflow; none for all. What workers never fail of has no class. */
    private Set<String> classes(List<String> errors, JsonPointer at) {
        Set<String> classes = new TreeSet<>();
        for (String error : errors) {
            if (error.equals("*")) {
                return Set.of();
            }
            Set<String> known = ALIASES.getOrDefault(error, Set.of(error));
            if (!CLASSES.containsAll(known)) {
                refuse(
                        at,
                        "Expected classes of errors that workers report (" + String.join(", ", CLASSES) + "), or *, but"
                                + " got \"" + error + "\".");
            }
            classes.addAll(known);
        }
        return classes;
    }

    /** ISO 8601. */
    static Json duration(BigDecimal seconds) {
        return Json.of("PT" + seconds.stripTrailingZeros().toPlainString() + "S");
    }

    private void refuse(JsonPointer at, String message) {
        unsupported.add(new Problem(at.toString(), message));
    }
}
