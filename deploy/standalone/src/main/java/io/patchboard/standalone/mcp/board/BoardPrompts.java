package io.patchboard.standalone.mcp.board;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.standalone.mcp.Caller;
import io.patchboard.standalone.mcp.Dispatcher;
import io.patchboard.standalone.mcp.RpcException;
import io.patchboard.text.Cut;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A prompt for each role of the blueprints that boards go by: {@code BLUEPRINT/WORKER}, for one of the boards. */
final class BoardPrompts {

    private static final int MOST_BLUEPRINTS = 20;
    /** Of boards that are looked through, as many as the API gives at once. */
    private static final int MOST_PARTS = 10;

    private static final int MOST_VALUES = 100;
    private static final int MOST_TITLE_CHARS = 200;

    private final Api api;
    private final Contracts contracts;

    BoardPrompts(Api api, Contracts contracts) {
        this.api = api;
        this.contracts = contracts;
    }

    JsonObject list(Caller caller) throws RpcException, InterruptedException {
        try {
            JsonArray prompts = JsonArray.EMPTY;
            int blueprints = 0;
            for (Map.Entry<String, String> latest : latest(caller).entrySet()) {
                if (++blueprints > MOST_BLUEPRINTS) {
                    break;
                }
                JsonObject workers = contracts.source(caller, latest.getValue()).object("workers");
                for (String worker : workers.names()) {
                    String instruction = workers.object(worker).text("instruction");
                    prompts = prompts.append(prompt(latest.getKey(), worker, instruction));
                }
            }
            return JsonObject.of("prompts", prompts);
        } catch (RefusedException e) {
            throw new RpcException(RpcException.INVALID_PARAMS, e.getMessage());
        }
    }

    private static JsonObject prompt(String blueprint, String worker, String instruction) {
        return JsonObject.builder()
                .put("name", blueprint + "/" + worker)
                .put("title", "Work as " + worker + " of " + blueprint)
                .put("description", first(instruction))
                .put(
                        "arguments",
                        JsonArray.of(JsonObject.builder()
                                .put("name", "boardId")
                                .put("description", "On which board.")
                                .put("required", true)
                                .build()))
                .build();
    }

    private static String first(String instruction) {
        return Cut.begin(instruction.strip().lines().findFirst().orElse(""), MOST_TITLE_CHARS);
    }

    /** By the blueprint's name, the board that changed last. */
    private Map<String, String> latest(Caller caller) throws RefusedException, InterruptedException {
        Map<String, String> latest = new LinkedHashMap<>();
        for (JsonObject board :
                boards(api.get(caller, "/v1/boards?order=recent").object())) {
            String blueprint = board.text("blueprint");
            if (!blueprint.isEmpty()) {
                latest.putIfAbsent(blueprint, board.text("boardId"));
            }
        }
        return latest;
    }

    private static List<JsonObject> boards(JsonObject page) {
        return page.get("boards").orElse(Json.nul()) instanceof JsonArray all
                ? all.stream().map(JsonObject.class::cast).toList()
                : List.of();
    }

    JsonObject get(JsonObject params, Caller caller) throws RpcException, InterruptedException {
        String name = Dispatcher.text(params, "name");
        int slash = name.indexOf('/');
        Optional<String> board = argument(params).or(caller::board);
        if (slash < 0 || board.isEmpty()) {
            throw new RpcException(
                    RpcException.INVALID_PARAMS,
                    "Expected a prompt BLUEPRINT/WORKER as prompts/list has them, with the argument boardId, but got"
                            + " another.");
        }
        try {
            WorkerRole role = contracts.role(caller, board.get(), name.substring(slash + 1));
            String text = "You are the worker \"" + role.name() + "\" of board \"" + board.get()
                    + "\" of PatchBoard.\n\n" + role.instruction() + "\n\nYour write contract: "
                    + JsonWriter.compact(role.view().fixed().get("contract").orElse(Json.nul()))
                    + "\n\n"
                    + (role.unsolicited()
                            ? "Look at the board with read_view, and propose with propose_patch."
                            : "Wait with await_work on queue \"" + role.queue() + "\" with workers [\"" + role.name()
                                    + "\"], and answer with answer.")
                    + " If the kernel rejects a patch, the reason says what to do.";
            return JsonObject.builder()
                    .put("description", first(role.instruction()))
                    .put(
                            "messages",
                            JsonArray.of(JsonObject.builder()
                                    .put("role", "user")
                                    .put(
                                            "content",
                                            JsonObject.builder()
                                                    .put("type", "text")
                                                    .put("text", text)
                                                    .build())
                                    .build()))
                    .build();
        } catch (RefusedException e) {
            throw new RpcException(RpcException.INVALID_PARAMS, e.getMessage());
        }
    }

    private static Optional<String> argument(JsonObject params) {
        return params.object("arguments")
                .get("boardId")
                .filter(JsonString.class::isInstance)
                .map(id -> ((JsonString) id).value());
    }

    /** Boards for the argument {@code boardId}, of a prompt or of a resource's address. */
    JsonObject complete(JsonObject params, Caller caller) throws RpcException, InterruptedException {
        String begun = params.object("argument").text("value");
        String prompt = params.object("ref").text("name");
        Map<String, Optional<String>> query = new HashMap<>();
        query.put("q", Optional.of(begun).filter(text -> !text.isEmpty()));
        query.put(
                "blueprint",
                Optional.of(prompt)
                        .filter(name -> name.contains("/"))
                        .map(name -> name.substring(0, name.indexOf('/'))));
        try {
            List<String> values = new ArrayList<>();
            boolean more = true;
            for (int i = 0; i < MOST_PARTS && more && values.size() <= MOST_VALUES; i++) {
                JsonObject page = api.get(caller, "/v1/boards", query).object();
                boards(page).stream()
                        .map(board -> board.text("boardId"))
                        .filter(id -> id.startsWith(begun))
                        .forEach(values::add);
                more = page.has("next");
                query.put("cursor", Optional.of(page.text("next")));
            }
            return JsonObject.of(
                    "completion",
                    JsonObject.builder()
                            .put(
                                    "values",
                                    JsonArray.ofStrings(
                                            values.stream().limit(MOST_VALUES).toList()))
                            .putIfPresent("total", more ? Optional.empty() : Optional.of(Json.of(values.size())))
                            .put("hasMore", more || values.size() > MOST_VALUES)
                            .build());
        } catch (RefusedException e) {
            throw new RpcException(RpcException.INVALID_PARAMS, e.getMessage());
        }
    }
}
