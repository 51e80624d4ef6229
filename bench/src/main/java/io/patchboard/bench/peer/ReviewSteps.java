package io.patchboard.bench.peer;

import com.fasterxml.jackson.core.type.TypeReference;
import io.patchboard.bench.load.Reviews;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What workers wrote on a board, as updates of {@link ReviewGraph}. */
public final class ReviewSteps {

    private ReviewSteps() {}

    /**
     * One step.
     *
     * @param input the state that the board began with
     * @param commit a log entry of type {@code PatchCommitted}
     */
    public static ReviewGraph.Step of(Map<String, Object> input, JsonObject commit) {
        Map<String, Object> update = new HashMap<>();
        for (Map<String, Object> operation :
                Reviews.java(member(commit, "patch"), new TypeReference<List<Map<String, Object>>>() {})) {
            String[] path = operation.get("path").toString().split("/");
            if (path.length == 2) {
                update.put(path[1], operation.get("value"));
            } else {
                changes(update, path[1]).add(change(input, operation, path));
            }
        }
        String worker = Reviews.java(member(commit, "worker"), new TypeReference<>() {});
        return new ReviewGraph.Step(worker, update);
    }

    private static Map<String, Object> change(Map<String, Object> input, Map<String, Object> operation, String[] path) {
        if (path.length == 3) {
            return Map.of("add", added(input, operation));
        }
        return Map.of("index", Integer.valueOf(path[2]), "fields", Map.of(path[3], operation.get("value")));
    }

    private static Object added(Map<String, Object> input, Map<String, Object> operation) {
        if (!operation.get("op").equals("copy")) {
            return operation.get("value");
        }
        String[] from = operation.get("from").toString().split("/");
        return ((List<?>) input.get(from[1])).get(Integer.parseInt(from[2]));
    }

    private static List<Object> changes(Map<String, Object> update, String list) {
        @SuppressWarnings("unchecked") // made here
        Map<String, List<Object>> changes = (Map<String, List<Object>>)
                update.computeIfAbsent(list, one -> Map.of("changes", new ArrayList<Object>()));
        return changes.get("changes");
    }

    private static Json member(JsonObject commit, String name) {
        return commit.get(name)
                .orElseThrow(() -> new IllegalArgumentException("Expected \"" + name + "\" in " + commit));
    }
}
