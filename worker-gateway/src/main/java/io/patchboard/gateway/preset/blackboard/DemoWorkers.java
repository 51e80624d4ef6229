package io.patchboard.gateway.preset.blackboard;

import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.PatchBuilder;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.util.List;
import java.util.Map;

/**
 * Stand-ins that let a new preset run before any model is configured. They know nothing: an agent says that it was
 * here, the coordinator asks everybody once, the decider lists what was said.
 */
final class DemoWorkers {

    private DemoWorkers() {}

    static Answer contribute(Invocation invocation) {
        String name = invocation.worker();
        long before = invocation.fields("/public/*/author").values().stream()
                .filter(Json.of(name)::equals)
                .count();
        JsonObject draft = JsonObject.builder()
                .put("content", "(demo) " + name + " was asked: " + text(invocation, "/turn/instruction"))
                .put("kind", "contribution")
                .build();
        return new PatchBuilder()
                .add("/drafts/" + name, draft)
                .add(
                        "/private/" + name + "/-",
                        JsonObject.of("content", Json.of("(demo) my turn number " + (before + 1))))
                .answer();
    }

    static Answer coordinate(Invocation invocation) {
        Map<String, Json> authors = invocation.fields("/public/*/author");
        List<String> agents = invocation.field("/team/agents").stream()
                .flatMap(value -> value instanceof JsonArray array ? array.stream() : List.<Json>of().stream())
                .flatMap(agent ->
                        agent instanceof JsonObject object ? object.get("name").stream() : List.<Json>of().stream())
                .map(DemoWorkers::plain)
                .toList();
        JsonObject decision = agents.stream()
                .filter(agent -> !authors.containsValue(Json.of(agent)))
                .findFirst()
                .map(agent -> JsonObject.builder()
                        .put("terminate", false)
                        .put("next_agent", agent)
                        .put("instruction", "Say what you know about the problem.")
                        .build())
                .orElseGet(() -> JsonObject.builder()
                        .put("terminate", true)
                        .put("next_agent", Json.nul())
                        .put("instruction", Json.nul())
                        .build());
        return new PatchBuilder().add("/decision", decision).answer();
    }

    static Answer decide(Invocation invocation) {
        long contributions = invocation.fields("/public/*/kind").values().stream()
                .filter(kind -> !kind.equals(Json.of("problem")) && !kind.equals(Json.of("error")))
                .count();
        return new PatchBuilder()
                .add(
                        "/synthesis",
                        Json.of("(demo) " + contributions + " contributions to: " + text(invocation, "/problem")))
                .answer();
    }

    private static String text(Invocation invocation, String path) {
        return invocation.field(path).map(DemoWorkers::plain).orElse("");
    }

    private static String plain(Json value) {
        return value instanceof JsonString string ? string.value() : value.toString();
    }
}
