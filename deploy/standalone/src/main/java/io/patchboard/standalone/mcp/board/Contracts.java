package io.patchboard.standalone.mcp.board;

import io.patchboard.gateway.runner.llm.AnswerSchema;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.BlueprintWork;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.standalone.mcp.Caller;
import java.util.Optional;

/** What the workers of a board may do. */
final class Contracts {

    /** Two of the largest, or some hundred as they usually are. */
    private static final long STEPS_REMEMBERED = 2 * BlueprintWork.MOST;

    private final Api api;
    private final Blueprints blueprints = new Blueprints(STEPS_REMEMBERED);

    Contracts(Api api) {
        this.api = api;
    }

    /** The blueprint's document, for who needs no more than names. */
    JsonObject source(Caller caller, String board) throws RefusedException, InterruptedException {
        return api.get(caller, Boards.path(board) + "/blueprint").object();
    }

    Blueprint blueprint(Caller caller, String board) throws RefusedException, InterruptedException {
        if (blueprints.recompile(source(caller, board)) instanceof CompileResult.Valid valid) {
            return valid.blueprint();
        }
        throw new RefusedException("Expected a blueprint that this version of PatchBoard can read, but that of board \""
                + board + "\" is none. Are server and program of one version?");
    }

    WorkerRole role(Caller caller, String board, String worker) throws RefusedException, InterruptedException {
        Blueprint blueprint = blueprint(caller, board);
        return Optional.ofNullable(blueprint.workers().get(worker))
                .orElseThrow(() -> new RefusedException("Expected a worker of board \"" + board + "\", one of "
                        + String.join(", ", blueprint.workers().keySet()) + ", but got \"" + worker + "\"."));
    }

    /** The JSON Schema of the patches that a worker may propose. */
    static Json patchSchema(WorkerRole role) {
        return patchSchema(grants(role.view().fixed().get("contract")), values(role));
    }

    /** As {@link #patchSchema(WorkerRole)}, of what it may propose in one invocation, which may be less. */
    static Json patchSchema(WorkerRole role, JsonObject invoked) {
        if (!invoked.has("neighbourhood")) {
            return patchSchema(role);
        }
        JsonArray writes = grants(invoked.get("writes"));
        JsonObject values = values(role);
        JsonObject.Builder narrowed = JsonObject.builder();
        for (Json grant : writes) {
            String path = ((JsonObject) grant).text("path");
            PathPattern within = PathPattern.parse(path);
            values.members().forEach((granted, schema) -> {
                if (PathPattern.parse(granted).includes(within)) {
                    narrowed.put(path, schema);
                }
            });
        }
        return patchSchema(writes, narrowed.build());
    }

    private static JsonArray grants(Optional<Json> contract) {
        return contract.orElse(Json.nul()) instanceof JsonArray grants ? grants : JsonArray.EMPTY;
    }

    private static JsonObject values(WorkerRole role) {
        return role.view().fixed().object("schema");
    }

    private static Json patchSchema(JsonArray contract, JsonObject values) {
        JsonObject answer = AnswerSchema.of(contract, values);
        return ((JsonObject) answer.get("properties").orElseThrow())
                .get("patch")
                .orElseThrow();
    }
}
