package io.patchboard.workflow.argo;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.workflow.ir.Policy;
import io.patchboard.workflow.ir.Workflow;
import io.patchboard.workflow.translation.Findings;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Policies that were noted, as long as the fields of templates say the same; else what the fields say. */
final class OwnPolicies {

    private final Findings findings;
    private final Map<String, Policy> noted;
    private final Map<String, Json> documents = new TreeMap<>();

    OwnPolicies(JsonPlace policies, Findings findings) {
        this.findings = findings;
        policies.members().forEach(policy -> documents.put(policy.name(), policy.value()));
        documents.putIfAbsent(Workflow.DEFAULT_POLICY, CallNodes.DEFAULT_POLICY);
        JsonObject any = ((JsonObject)
                        JsonReader.parse("{\"name\": \"any\", \"nodes\": [{\"id\": \"any\", \"type\": \"pass\"}]}"))
                .with("policies", JsonObject.copyOf(documents));
        this.noted = Workflow.read(any).workflow().map(Workflow::policies).orElse(Map.of());
    }

    JsonObject all() {
        return JsonObject.copyOf(documents);
    }

    /**
     * The name of a node's policy; absent for the default one.
     *
     * @param named what the note says
     * @param handlers where the errors of the node lead
     */
    Optional<String> ref(String id, JsonPlace template, Optional<String> named, Set<String> handlers) {
        String name = named.orElse(Workflow.DEFAULT_POLICY);
        boolean timed = !template.has("dag");
        boolean same = Optional.ofNullable(noted.get(name))
                .filter(policy -> PolicyWriter.of(policy, timed).equals(fields(template))
                        && handlers(policy).equals(handlers))
                .isPresent();
        if (same) {
            return named;
        }
        documents.put(id, edited(JsonPlace.of(documents.getOrDefault(name, JsonObject.EMPTY)), template, handlers));
        return Optional.of(id);
    }

    private static Set<String> handlers(Policy policy) {
        Set<String> handlers = new TreeSet<>();
        policy.catches().forEach(caught -> handlers.add(caught.handlerNode()));
        return handlers;
    }

    private static JsonObject fields(JsonPlace template) {
        return JsonObject.builder()
                .putIfPresent("retryStrategy", template.child("retryStrategy").map(JsonPlace::value))
                .putIfPresent("timeout", template.child("timeout").map(JsonPlace::value))
                .build();
    }

    private JsonObject edited(JsonPlace before, JsonPlace template, Set<String> handlers) {
        JsonObject said = PolicyReader.of(template, findings);
        JsonObject rest = before.value() instanceof JsonObject given ? given : JsonObject.EMPTY;
        for (String field : Set.of("retry", "backoff", "catch")) {
            rest = rest.without(field);
        }
        JsonObject.Builder policy = JsonObject.builder().putAll(rest);
        said.get("retry").ifPresent(retry -> policy.put("retry", retry));
        if (template.has("timeout") || !rest.has("timeout")) {
            policy.put("timeout", said.get("timeout").orElseThrow());
        }
        handlers.stream()
                .findFirst()
                .ifPresent(handler -> policy.put(
                        "catch", JsonObject.of("onError", Json.of("*")).with("handlerNode", Json.of(handler))));
        return policy.build();
    }
}
