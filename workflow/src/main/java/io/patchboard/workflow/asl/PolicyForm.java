package io.patchboard.workflow.asl;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** Policies in one form: lists of retries and catches, each retry with all it has. It means the same. */
final class PolicyForm {

    private static final String RETRY = "retry";
    private static final String CATCH = "catch";
    private static final String BACKOFF = "backoff";

    private PolicyForm() {}

    static JsonObject of(Json given) {
        JsonPlace policy = JsonPlace.of(given);
        JsonObject form = given instanceof JsonObject object ? object : JsonObject.EMPTY;
        if (policy.has(RETRY)) {
            List<JsonObject> retries = oneOrMore(policy.into(RETRY)).stream()
                    .map(retry -> retry(retry, policy))
                    .toList();
            form = form.without(BACKOFF).with(RETRY, JsonArray.copyOf(retries));
        }
        if (policy.has(CATCH)) {
            List<Json> catches = oneOrMore(policy.into(CATCH)).stream()
                    .map(rule -> (Json) ((JsonObject) rule.value()).with("onError", list(rule.into("onError"))))
                    .toList();
            form = form.with(CATCH, JsonArray.copyOf(catches));
        }
        return form;
    }

    private static JsonObject retry(JsonPlace retry, JsonPlace policy) {
        JsonPlace backoff = retry.child(BACKOFF).orElse(policy.into(BACKOFF));
        boolean fixed = backoff.text("mode").filter("fixed"::equals).isPresent();
        BigDecimal factor =
                fixed ? BigDecimal.ONE : backoff.into("factor").amount().orElse(BigDecimal.valueOf(2));
        JsonObject errors = retry.has("retryOn")
                ? JsonObject.of("retryOn", list(retry.into("retryOn")))
                : JsonObject.of("retryOn", JsonArray.ofStrings(List.of("*")));
        return ((JsonObject) retry.value())
                .with("retryOn", errors.get("retryOn").orElseThrow())
                .with("jitter", Json.of(retry.flag("jitter")))
                .with(
                        BACKOFF,
                        JsonObject.builder()
                                .put("mode", "exponential")
                                .put("base", backoff.into("base").value())
                                .put("factor", JsonNumber.of(factor))
                                .putIfPresent("cap", backoff.child("cap").map(JsonPlace::value))
                                .build());
    }

    private static Json list(JsonPlace errors) {
        return errors.text().isPresent() ? JsonArray.of(errors.value()) : errors.value();
    }

    private static List<JsonPlace> oneOrMore(JsonPlace rules) {
        return rules.isObject() ? List.of(rules) : rules.items();
    }

    /** What would have to be merged into one to make the other (RFC 7396). */
    static Optional<Json> difference(Json from, Json to) {
        if (from.equals(to)) {
            return Optional.empty();
        }
        if (!(from instanceof JsonObject before) || !(to instanceof JsonObject after)) {
            return Optional.of(to);
        }
        JsonObject changes = JsonObject.EMPTY;
        for (String name : before.names()) {
            if (!after.has(name)) {
                changes = changes.with(name, Json.nul());
            }
        }
        for (String name : after.names()) {
            Json value = after.get(name).orElseThrow();
            Optional<Json> change =
                    before.get(name).map(old -> difference(old, value)).orElse(Optional.of(value));
            if (change.isPresent()) {
                changes = changes.with(name, change.get());
            }
        }
        return Optional.of(changes);
    }

    /** The other way round. */
    static Json merge(Json base, Json changes) {
        if (!(changes instanceof JsonObject members)) {
            return changes;
        }
        JsonObject merged = base instanceof JsonObject object ? object : JsonObject.EMPTY;
        for (String name : members.names()) {
            Json change = members.get(name).orElseThrow();
            merged = change.equals(Json.nul())
                    ? merged.without(name)
                    : merged.with(name, merge(merged.get(name).orElse(JsonObject.EMPTY), change));
        }
        return merged;
    }
}
