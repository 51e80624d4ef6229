package io.patchboard.standalone.a2a;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.mcp.Caller;
import io.patchboard.standalone.mcp.board.Api;
import io.patchboard.standalone.mcp.board.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Reads boards as tasks. */
final class Reader {

    private static final int MOST_KEPT = 1_000;

    private final Api api;
    /** By the blueprint's hash: what is said to each role that a person has. */
    private final Map<String, Map<String, String>> people = new ConcurrentHashMap<>();

    Reader(Api api) {
        this.api = api;
    }

    static String path(String board) {
        return "/v1/boards/" + Api.encoded(board);
    }

    BoardTask read(Caller caller, String id) throws A2aException, InterruptedException {
        try {
            JsonObject board = api.get(caller, path(id)).object();
            List<JsonObject> waiting = new ArrayList<>(objects(board, "needsPerson"));
            waiting.addAll(objects(board, "needsPersonBelow"));
            List<JsonObject> open = objects(board, "openInvocations");
            if (!open.isEmpty()) {
                Map<String, String> persons = people(caller, id, board.text("blueprintHash"));
                open.stream()
                        .filter(invocation -> persons.containsKey(invocation.text("worker")))
                        .map(invocation -> toDo(invocation, persons.get(invocation.text("worker"))))
                        .forEach(waiting::add);
            }
            return new BoardTask(board, waiting);
        } catch (RefusedException e) {
            throw A2aException.of(e);
        }
    }

    private static JsonObject toDo(JsonObject invocation, String instruction) {
        return JsonObject.builder()
                .put("kind", "task")
                .put("message", instruction)
                .put("invocationId", invocation.text("invocationId"))
                .put("worker", invocation.text("worker"))
                .put("deadline", invocation.text("deadline"))
                .build();
    }

    private Map<String, String> people(Caller caller, String id, String hash)
            throws RefusedException, InterruptedException {
        if (people.size() > MOST_KEPT) {
            people.clear();
        }
        Map<String, String> known = people.get(hash);
        if (known == null) {
            Map<String, String> found = new ConcurrentHashMap<>();
            api.get(caller, path(id) + "/blueprint")
                    .object()
                    .object("workers")
                    .members()
                    .forEach((name, role) -> {
                        if (role instanceof JsonObject object
                                && object.text("kind").equals("person")) {
                            found.put(name, object.text("instruction"));
                        }
                    });
            known = found;
            people.put(hash, known);
        }
        return known;
    }

    static List<JsonObject> objects(JsonObject of, String name) {
        return of.get(name).orElse(Json.nul()) instanceof JsonArray items
                ? items.stream()
                        .filter(JsonObject.class::isInstance)
                        .map(JsonObject.class::cast)
                        .toList()
                : List.of();
    }
}
