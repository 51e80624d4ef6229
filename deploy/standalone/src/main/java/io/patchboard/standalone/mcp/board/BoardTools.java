package io.patchboard.standalone.mcp.board;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonWriter;
import io.patchboard.standalone.mcp.Caller;
import io.patchboard.standalone.mcp.RpcException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code tools/list} and {@code tools/call}. */
final class BoardTools {

    /** More than any model reads at once. */
    private static final int MOST_CHARS = 1_000_000;

    private final Contracts contracts;
    private final Map<String, Tool> tools = new LinkedHashMap<>();

    BoardTools(Api api, Contracts contracts) {
        this.contracts = contracts;
        Stream.concat(new Boards(api, contracts).tools().stream(), new Work(api, contracts).tools().stream())
                .forEach(tool -> tools.put(tool.name(), tool));
    }

    /** For a client of one board and worker, the schema of the patch is that worker's contract. */
    JsonObject list(Caller caller) throws RpcException, InterruptedException {
        try {
            JsonArray all = JsonArray.EMPTY;
            Optional<Json> patch = caller.board().isPresent() && caller.worker().isPresent()
                    ? Optional.of(Contracts.patchSchema(contracts.role(
                            caller, caller.board().get(), caller.worker().get())))
                    : Optional.empty();
            for (Tool tool : tools.values()) {
                all = all.append(bound(tool, caller, patch).definition());
            }
            return JsonObject.of("tools", all);
        } catch (RefusedException e) {
            throw new RpcException(RpcException.INTERNAL, e.getMessage());
        }
    }

    private static Tool bound(Tool tool, Caller caller, Optional<Json> patch) {
        Map<String, Json> properties = new LinkedHashMap<>(tool.properties().members());
        boolean proposes = List.of("propose_patch", "answer").contains(tool.name());
        patch.filter(schema -> proposes).ifPresent(schema -> properties.put("patch", schema));
        return tool.with(
                JsonObject.copyOf(properties),
                tool.required().stream()
                        .filter(name -> !(name.equals("boardId")
                                        && caller.board().isPresent())
                                && !(name.equals("worker") && caller.worker().isPresent())
                                && !(name.equals("queue")
                                        && caller.board().isPresent()
                                        && caller.worker().isPresent()))
                        .toList());
    }

    JsonObject call(JsonObject params, Caller caller) throws RpcException, InterruptedException {
        Optional<Tool> tool = params.get("name")
                .filter(JsonString.class::isInstance)
                .map(name -> tools.get(((JsonString) name).value()));
        if (tool.isEmpty()) {
            throw new RpcException(
                    RpcException.INVALID_PARAMS,
                    "Expected the name of a tool, one of " + String.join(", ", tools.keySet()) + ", but got another.");
        }
        if (!(params.get("arguments").orElse(JsonObject.EMPTY) instanceof JsonObject given)) {
            throw new RpcException(
                    RpcException.INVALID_PARAMS, "Expected an object as params.arguments, but got another.");
        }
        try {
            Json result = tool.get()
                    .work()
                    .run(
                            new Arguments(
                                    completed(tool.get(), given, caller),
                                    tool.get().properties()),
                            caller);
            String text = JsonWriter.compact(result);
            requireFits(text);
            JsonObject.Builder whole = content(text);
            return result instanceof JsonObject
                    ? whole.put("structuredContent", result).build()
                    : whole.build();
        } catch (RefusedException e) {
            return content(e.getMessage()).put("isError", true).build();
        }
    }

    /** A result that is told. */
    static void requireFits(String text) throws RefusedException {
        if (text.length() > MOST_CHARS) {
            throw new RefusedException("Expected a result of at most " + MOST_CHARS + " characters, but it has "
                    + text.length()
                    + ". Ask for a part of it: with pointer (board_state), or with from and limit (board_log).");
        }
    }

    /** With what the client is about, where it does not say something else. */
    private static JsonObject completed(Tool tool, JsonObject given, Caller caller) {
        JsonObject.Builder all = JsonObject.builder();
        caller.board()
                .filter(board -> tool.required().contains("boardId"))
                .ifPresent(board -> all.put("boardId", board));
        caller.worker()
                .filter(worker ->
                        tool.required().contains("worker") || tool.name().equals("read_view"))
                .ifPresent(worker -> all.put("worker", worker));
        caller.worker()
                .filter(worker -> tool.name().equals("await_work"))
                .ifPresent(worker -> all.put("workers", JsonArray.ofStrings(List.of(worker))));
        return all.putAll(given).build();
    }

    private static JsonObject.Builder content(String text) {
        return JsonObject.builder()
                .put(
                        "content",
                        JsonArray.of(JsonObject.builder()
                                .put("type", "text")
                                .put("text", text)
                                .build()));
    }
}
