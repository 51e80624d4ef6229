package io.patchboard.workflow.asl;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Well-formed workflows drawn by a seed: every type of node, policies of every kind, graphs within graphs. */
public final class RandomWorkflows {

    private static final List<String> TYPES = List.of("task", "task", "pass", "wait", "map", "parallel", "choice");
    private static final List<String> GUARDS = List.of(
            "input.total > 10",
            "input.kind == \"a\" && !(input.done)",
            "has(input.note) || input.ready",
            "size(input.items) > 2",
            "input[\"two words\"].list[0] != 3 && (input.a < 1 || input.b >= 2.5)");

    private final Random random;
    private int count;

    public RandomWorkflows(long seed) {
        this.random = new Random(seed);
    }

    public JsonObject workflow() {
        JsonObject graph = graph(2);
        return JsonObject.builder()
                .put("name", "random")
                .putAll(graph)
                .put("policies", policies())
                .put("meta", JsonObject.of("seen", Json.of(random.nextBoolean())))
                .build();
    }

    private static JsonObject policies() {
        return (JsonObject) JsonReader.parse("""
                {"default": {"timeout": {"seconds": 30}, "loopGuards": {"maxIters": 7}},
                 "tried": {"timeout": {"seconds": 2.5}, "loopGuards": {"timeBudget": "PT1M"},
                   "retry": [{"maxAttempts": 2, "retryOn": ["outage", "timeout"]},
                             {"maxAttempts": 4, "jitter": true, "backoff": {"mode": "fixed", "base": 3}}],
                   "backoff": {"mode": "exponential", "base": 1, "factor": 1.5, "cap": 60}},
                 "keyed": {"timeout": {"deadline": "2030-01-01T00:00:00Z"}, "loopGuards": {"maxIters": 25000},
                   "idempotencyKey": {"template": "{node}-{run}-{index}"}},
                 "unused": {"retry": {"maxAttempts": 1, "retryOn": "*"}, "backoff": {"mode": "fixed", "base": 0}}}
                """);
    }

    private JsonObject graph(int depth) {
        int size = 1 + random.nextInt(5);
        List<Json> nodes = new ArrayList<>();
        List<Json> edges = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i <= size; i++) {
            ids.add("n" + count++);
        }
        for (int i = 0; i < size; i++) {
            String type = TYPES.get(random.nextInt(depth > 0 ? TYPES.size() : 4));
            nodes.add(node(ids.get(i), type, depth));
            if (type.equals("choice")) {
                edges.add(edge(ids.get(i), ids.get(random.nextInt(size)), "branch", guard()));
                edges.add(edge(ids.get(i), ids.get(size), "branch", guard()));
                edges.add(edge(ids.get(i), ids.get(i + 1), "branch", "true"));
            } else {
                edges.add(edge(ids.get(i), ids.get(i + 1), "sequence", ""));
            }
        }
        nodes.add(JsonObject.of("id", Json.of(ids.get(size)))
                .with("type", Json.of(random.nextBoolean() ? "succeed" : "fail")));
        if (size > 1 && random.nextBoolean()) {
            edges.add(edge(ids.get(0), ids.get(1), "data", ""));
        }
        return JsonObject.builder()
                .put("start", ids.get(0))
                .put("nodes", JsonArray.copyOf(nodes))
                .put("edges", JsonArray.copyOf(edges))
                .build();
    }

    private String guard() {
        return GUARDS.get(random.nextInt(GUARDS.size()));
    }

    private JsonObject node(String id, String type, int depth) {
        JsonObject node = JsonObject.of("id", Json.of(id)).with("type", Json.of(type));
        String policy = List.of("", "tried").get(random.nextInt(2));
        if (type.equals("task")) {
            node = node.with("capabilities", JsonArray.ofStrings(List.of("c" + random.nextInt(3))));
            policy = List.of("", "tried", "keyed").get(random.nextInt(3));
        }
        if (type.equals("task") && random.nextBoolean()) {
            node = node.with("role", Json.of("validator"))
                    .with("io", JsonObject.of("effect", Json.of("none")))
                    .with("params", JsonObject.of("prompt", Json.of("Do it.")));
        }
        JsonObject params = switch (type) {
            case "wait" ->
                JsonObject.builder().put("seconds", 1 + random.nextInt(60)).build();
            case "map" ->
                JsonObject.of("body", graph(depth - 1))
                        .with("items", Json.of("input.items"))
                        .with("maxConcurrency", Json.of(2L));
            case "parallel" -> JsonObject.of("branches", JsonArray.of(graph(depth - 1), graph(depth - 1)));
            default -> JsonObject.EMPTY;
        };
        node = params.isEmpty() ? node : node.with("params", params);
        return policy.isEmpty() ? node : node.with("policyRef", Json.of(policy));
    }

    private JsonObject edge(String from, String to, String kind, String guard) {
        JsonObject edge =
                JsonObject.of("from", Json.of(from)).with("to", Json.of(to)).with("kind", Json.of(kind));
        edge = random.nextInt(4) == 0 ? edge.with("repairable", Json.of("time")) : edge;
        return guard.isEmpty() ? edge : edge.with("guard", Json.of(guard));
    }
}
