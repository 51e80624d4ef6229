package io.patchboard.workflow.asl;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonString;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Policies as fields of states. */
final class PolicyExport {

    private static final Map<String, String> ERRORS = PolicyImport.ERRORS.entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getValue, Map.Entry::getKey));

    private PolicyExport() {}

    /**
     * A state with what its policy says. What it said before stays as long as it still says the same, with all that
     * stands beside it.
     *
     * @param policy in the form of {@link PolicyForm}
     * @param jsonata whether the state's query language is JSONata
     */
    static JsonObject apply(JsonObject state, String type, JsonObject policy, boolean jsonata) {
        JsonObject said = PolicyImport.of(JsonPlace.of(state), false);
        JsonObject with = state;
        if (!type.equals("Task") && !type.equals("Map") && !type.equals("Parallel")) {
            return with;
        }
        for (Map.Entry<String, String> field :
                Map.of("retry", "Retry", "catch", "Catch").entrySet()) {
            Json wanted = policy.get(field.getKey()).orElse(JsonArray.EMPTY);
            if (!wanted.equals(said.get(field.getKey()).orElse(JsonArray.EMPTY))) {
                JsonArray rules = rules(JsonPlace.of(state).items(field.getValue()), (JsonArray) wanted, jsonata);
                with = rules.isEmpty() ? with.without(field.getValue()) : with.with(field.getValue(), rules);
            }
        }
        JsonPlace seconds = JsonPlace.of(policy).into("timeout").into("seconds");
        if (type.equals("Task")
                && seconds.amount().isPresent()
                && !policy.get("timeout").equals(said.get("timeout"))) {
            with = with.with("TimeoutSeconds", whole(seconds.amount().get()));
        }
        return with;
    }

    /** @param own the state's own: what its catches say of data holds as long as there are as many */
    private static JsonArray rules(List<JsonPlace> own, JsonArray wanted, boolean jsonata) {
        List<JsonObject> rules = new ArrayList<>();
        for (int i = 0; i < wanted.items().size(); i++) {
            JsonObject rule = rule(JsonPlace.of(wanted.items().get(i)), jsonata);
            if (rule.has("Next")
                    && own.size() == wanted.items().size()
                    && own.get(i).value() instanceof JsonObject said) {
                rule = said.with("ErrorEquals", rule.get("ErrorEquals").orElseThrow())
                        .with("Next", rule.get("Next").orElseThrow());
            }
            rules.add(rule);
        }
        return JsonArray.copyOf(rules);
    }

    private static JsonObject rule(JsonPlace rule, boolean jsonata) {
        boolean retries = rule.has("maxAttempts");
        JsonArray errors = JsonArray.copyOf(rule.into(retries ? "retryOn" : "onError").items().stream()
                .map(name -> error(name.value()))
                .toList());
        JsonObject.Builder builder = JsonObject.builder()
                .put(
                        "ErrorEquals",
                        errors.items().contains(Json.of("States.ALL"))
                                ? JsonArray.ofStrings(List.of("States.ALL"))
                                : errors);
        if (!retries) {
            // A handler is told what the failed node was given.
            return builder.put("Next", rule.into("handlerNode").value())
                    .put(jsonata ? "Output" : "ResultPath", jsonata ? Json.of("{% $states.input %}") : Json.nul())
                    .build();
        }
        JsonPlace backoff = rule.into("backoff");
        BigDecimal base = backoff.into("base").amount().orElse(BigDecimal.ONE);
        return builder.put(
                        "MaxAttempts",
                        JsonNumber.of(
                                rule.into("maxAttempts").amount().orElseThrow().subtract(BigDecimal.ONE)))
                .put("IntervalSeconds", whole(base))
                .put("BackoffRate", backoff.into("factor").value())
                .putIfPresent(
                        "MaxDelaySeconds",
                        backoff.into("cap")
                                .amount()
                                .map(PolicyExport::whole)
                                .filter(cap -> cap.value().compareTo(whole(base).value()) > 0))
                .put("JitterStrategy", rule.flag("jitter") ? "FULL" : "NONE")
                .build();
    }

    private static Json error(Json name) {
        String text = ((JsonString) name).value();
        return Json.of(ERRORS.getOrDefault(text, text));
    }

    /** Seconds are whole ones there, and at least one. */
    private static JsonNumber whole(BigDecimal seconds) {
        return JsonNumber.of(seconds.setScale(0, RoundingMode.CEILING).max(BigDecimal.ONE));
    }
}
