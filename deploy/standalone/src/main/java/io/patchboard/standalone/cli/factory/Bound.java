package io.patchboard.standalone.cli.factory;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.workflow.factory.AgentSpec;
import io.patchboard.workflow.factory.Match;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Who does the work of a task.
 *
 * @param spec the task
 * @param workerName what its worker is called, which no other task's is
 * @param match whom it is bound to; absent if nobody in the catalogue will do
 * @param model that does it by a brief; absent where somebody else does, or nobody
 * @param tried whether who it is bound to was tried
 * @param refused candidates that did not stand the trial, each with what is wrong
 * @param brief what it is told, if its name is not enough
 */
record Bound(
        AgentSpec spec,
        String workerName,
        Optional<Match> match,
        Optional<String> model,
        boolean tried,
        Map<String, List<String>> refused,
        Optional<String> brief) {

    /** How the agent came about. */
    String kind() {
        return match.map(found -> found.isExact() ? "exact" : "approximate")
                .orElse(model.isPresent() ? "generated" : "missing");
    }

    /** What a workers file says of it. */
    Optional<Json> worker() {
        return match.map(found -> (Json) found.agent().worker())
                .or(() -> model.map(name -> JsonObject.of("llm", Json.of(name))));
    }

    String briefFile() {
        return "prompts/" + workerName + ".md";
    }

    /** The metadata of the artifact. */
    JsonObject json() {
        Map<String, Json> scores = new TreeMap<>();
        match.ifPresent(
                found -> found.scores().forEach((criterion, score) -> scores.put(criterion.word(), share(score))));
        return JsonObject.builder()
                .put("task", spec.id())
                .put("kind", kind())
                .putStringIfPresent("agent", match.map(found -> found.agent().name()))
                .putStringIfPresent("model", model)
                .putIfPresent("score", match.map(found -> share(found.score())))
                .putIfPresent("scores", match.map(found -> JsonObject.copyOf(scores)))
                .putStringsIfAny("lacks", match.map(Match::lacks).orElse(List.of()))
                .put("tried", tried)
                .put("capabilities", JsonArray.ofStrings(List.copyOf(spec.capabilities())))
                .putIfPresent("input", spec.input())
                .putIfPresent("output", spec.output())
                .putStringsIfAny(
                        "undoes", spec.undoes().stream().map(node -> node.id()).toList())
                .putStringIfPresent("brief", brief.map(text -> briefFile()))
                .put(
                        "refused",
                        JsonArray.copyOf(refused.entrySet().stream()
                                .map(entry -> JsonObject.of("agent", Json.of(entry.getKey()))
                                        .with("because", JsonArray.ofStrings(entry.getValue())))
                                .toList()))
                .build();
    }

    private static Json share(double score) {
        return JsonReader.parse(String.format(Locale.ROOT, "%.3f", score));
    }
}
