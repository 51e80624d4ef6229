package io.patchboard.standalone.mcp.board;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.standalone.mcp.Caller;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a worker decides on. */
final class Views {

    /** Of invocations, which have large views. */
    private static final String MOST_AT_ONCE = "50";

    private final Api api;
    private final Contracts contracts;

    Views(Api api, Contracts contracts) {
        this.api = api;
        this.contracts = contracts;
    }

    Tool tool() {
        JsonObject properties = JsonObject.builder()
                .put("boardId", Tool.text(Boards.BOARD))
                .put("worker", Tool.text("As which worker you read; then its contract is shown, too."))
                .put("pointer", Tool.text("JSON Pointer to a part of the state, where the whole is too much."))
                .build();
        return new Tool(
                "read_view",
                "Read a board",
                "Shows what a worker decides on. Of one that is invited: its view, with the invocationId to propose with."
                        + " Of any other: the state, with the viewHash to propose with. With worker also the contract,"
                        + " and the JSON Schema of the patches that it allows.",
                properties,
                List.of("boardId"),
                Tool.Effect.READS,
                this::view);
    }

    private Json view(Arguments arguments, Caller caller) throws RefusedException, InterruptedException {
        String board = arguments.string("boardId");
        Optional<String> worker = arguments.optionalString("worker");
        JsonObject.Builder shown = JsonObject.builder().put("boardId", board);
        if (worker.isPresent()) {
            WorkerRole role = contracts.role(caller, board, worker.get());
            shown.put("worker", role.name());
            Optional<JsonObject> invocation = invocation(caller, board, role.name());
            if (invocation.isPresent()) {
                return shown.put("invocationId", invocation.get().text("invocationId"))
                        .putIfPresent("deadline", invocation.get().get("deadline"))
                        .putIfPresent("view", invocation.get().get("view"))
                        .put("patchSchema", Contracts.patchSchema(role, invocation.get()))
                        .build();
            }
            shown.put("mayProposeUninvited", role.unsolicited())
                    .putAll(role.view().fixed())
                    .put("patchSchema", Contracts.patchSchema(role));
        }
        return shown.putAll(state(caller, board, Optional.empty(), arguments.optionalString("pointer")))
                .build();
    }

    /** The entry of a worker's open invocation, with the view that it was given. */
    private Optional<JsonObject> invocation(Caller caller, String board, String worker)
            throws RefusedException, InterruptedException {
        JsonObject status = api.get(caller, Boards.path(board)).object();
        if (!(status.get("openInvocations").orElse(Json.nul()) instanceof JsonArray open)) {
            return Optional.empty();
        }
        for (Json each : open) {
            if (each instanceof JsonObject invocation
                    && invocation.text("worker").equals(worker)) {
                return entry(caller, board, invocation.text("invocationId"), invocation);
            }
        }
        return Optional.empty();
    }

    private Optional<JsonObject> entry(Caller caller, String board, String id, JsonObject open)
            throws RefusedException, InterruptedException {
        Optional<String> from = open.get("trigger")
                .filter(JsonObject.class::isInstance)
                .flatMap(trigger -> ((JsonObject) trigger).get("sequence"))
                .filter(JsonNumber.class::isInstance)
                .map(Json::toString);
        Optional<JsonObject> found = Optional.empty();
        do {
            Api.Answer part = api.get(
                    caller,
                    Boards.path(board) + "/log",
                    Map.of(
                            "kind", Optional.of("WorkerInvoked"),
                            "from", from,
                            "limit", Optional.of(MOST_AT_ONCE)));
            found = entry(part.body(), id);
            from = part.header("PatchBoard-As-Of").map(looked -> Long.toString(Long.parseLong(looked) + 1));
        } while (found.isEmpty() && from.isPresent());
        return found;
    }

    private static Optional<JsonObject> entry(Json entries, String id) {
        return entries instanceof JsonArray all
                ? all.stream()
                        .filter(JsonObject.class::isInstance)
                        .map(JsonObject.class::cast)
                        .filter(entry -> entry.text("invocationId").equals(id))
                        .findFirst()
                : Optional.empty();
    }

    /** The state, or a part of it, with what a proposal on it names. */
    JsonObject state(Caller caller, String board, Optional<Long> version, Optional<String> pointer)
            throws RefusedException, InterruptedException {
        Api.Answer state =
                api.get(caller, Boards.path(board) + "/state", Map.of("version", version.map(String::valueOf)));
        return JsonObject.builder()
                .put(
                        "version",
                        Long.parseLong(state.header("PatchBoard-Version").orElse("0")))
                .putStringIfPresent("viewHash", state.header("PatchBoard-View-Hash"))
                .put("state", pointer.isPresent() ? part(state.body(), pointer.get()) : state.body())
                .build();
    }

    private static Json part(Json state, String pointer) throws RefusedException {
        try {
            Optional<Json> found = JsonPointer.parse(pointer).resolve(state);
            if (found.isPresent()) {
                return found.get();
            }
        } catch (IllegalArgumentException e) {
            throw new RefusedException("Expected a JSON Pointer (RFC 6901), such as /notes/0, but: " + e.getMessage());
        }
        throw new RefusedException(
                "Expected a JSON Pointer to something in the state, but there is nothing at \"" + pointer + "\".");
    }
}
