package io.patchboard.standalone.mcp.board;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.standalone.mcp.Caller;
import io.patchboard.standalone.mcp.RpcException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A prompt for each role of the blueprints that boards go by: {@code BLUEPRINT/WORKER}, for one of the boards. */
final class BoardPrompts {

    private static final int MOST_BLUEPRINTS = 20;
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
            for (Map.Entry<String, List<String>> boards : boards(caller).entrySet()) {
                if (++blueprints > MOST_BLUEPRINTS) {
                    break;
                }
                String newest = boards.getValue().get(0);
                JsonObject workers = Api.object(contracts.source(caller, newest), "workers");
                for (String worker : workers.names()) {
                    String instruction = Api.text(Api.object(workers, worker), "instruction");
                    prompts = prompts.append(prompt(boards.getKey(), worker, instruction));
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
        String line = instruction.strip().lines().findFirst().orElse("");
        return line.length() > MOST_TITLE_CHARS ? line.substring(0, MOST_TITLE_CHARS) : line;
    }

    /** Ids by the blueprint's name. */
    private Map<String, List<String>> boards(Caller caller) throws RefusedException, InterruptedException {
        Map<String, List<String>> boards = new LinkedHashMap<>();
        JsonObject page = api.get(caller, "/v1/boards").object();
        if (page.get("boards").orElse(Json.nul()) instanceof JsonArray all) {
            for (Json each : all) {
                JsonObject board = (JsonObject) each;
                String blueprint = Api.text(board, "blueprint");
                if (!blueprint.isEmpty()) {
                    boards.computeIfAbsent(blueprint, name -> new ArrayList<>()).add(Api.text(board, "boardId"));
                }
            }
        }
        return boards;
    }

    JsonObject get(JsonObject params, Caller caller) throws RpcException, InterruptedException {
        String name = text(params, "name");
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
        return Api.object(params, "arguments")
                .get("boardId")
                .filter(JsonString.class::isInstance)
                .map(id -> ((JsonString) id).value());
    }

    private static String text(JsonObject params, String name) throws RpcException {
        if (params.get(name).orElse(Json.nul()) instanceof JsonString text) {
            return text.value();
        }
        throw new RpcException(RpcException.INVALID_PARAMS, "Expected a string at params." + name + ", but got none.");
    }

    /** Boards for the argument {@code boardId}, of a prompt or of a resource's address. */
    JsonObject complete(JsonObject params, Caller caller) throws RpcException, InterruptedException {
        String begun = Api.text(Api.object(params, "argument"), "value");
        String prompt = Api.text(Api.object(params, "ref"), "name");
        String blueprint = prompt.contains("/") ? prompt.substring(0, prompt.indexOf('/')) : "";
        try {
            List<String> values = boards(caller).entrySet().stream()
                    .filter(boards -> blueprint.isEmpty() || boards.getKey().equals(blueprint))
                    .flatMap(boards -> boards.getValue().stream())
                    .filter(id -> id.startsWith(begun))
                    .toList();
            return JsonObject.of(
                    "completion",
                    JsonObject.builder()
                            .put(
                                    "values",
                                    JsonArray.ofStrings(
                                            values.stream().limit(MOST_VALUES).toList()))
                            .put("total", values.size())
                            .put("hasMore", values.size() > MOST_VALUES)
                            .build());
        } catch (RefusedException e) {
            throw new RpcException(RpcException.INVALID_PARAMS, e.getMessage());
        }
    }
}
