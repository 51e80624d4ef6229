package io.patchboard.standalone.mcp.board;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.standalone.mcp.Caller;
import java.util.List;
import java.util.Optional;

/** The tools of a client that is a worker. */
final class Work {

    /** Shorter than most clients wait for an answer. */
    private static final String WAIT = "PT20S";

    private static final String LEASE = "PT10M";

    private final Api api;
    private final Contracts contracts;

    Work(Api api, Contracts contracts) {
        this.api = api;
        this.contracts = contracts;
    }

    List<Tool> tools() {
        return List.of(await(), report(), answer());
    }

    private Tool await() {
        JsonObject properties = JsonObject.builder()
                .put("queue", Tool.text("The queue that invocations come through, as the blueprint names it."))
                .put(
                        "workers",
                        Tool.typed("array", "Whose invocations you take. Default: those of all workers of the queue.")
                                .with("items", Tool.text("A worker's name.")))
                .put("wait", Tool.text("How long to wait for one, up to PT60S. Default: " + WAIT))
                .put("lease", Tool.text("How long you may take to answer, up to PT24H. Default: " + LEASE))
                .build();
        return new Tool(
                "await_work",
                "Wait for work",
                "Waits until a worker is invited, and lends you the invocation: instruction, view with the contract,"
                        + " deadline, and as checkpoint what an attempt before has saved, if one has. Answer it with"
                        + " answer. invocation is null if none came; call again, then.",
                properties,
                List.of("queue"),
                Tool.Effect.ADDS,
                this::await);
    }

    private Json await(Arguments arguments, Caller caller) throws RefusedException, InterruptedException {
        JsonObject body = JsonObject.builder()
                .put("wait", WAIT)
                .put("lease", LEASE)
                .putAll(arguments.some(List.of("wait", "lease", "workers")).build())
                .put("max", 1)
                .put("checkpoints", true)
                .build();
        JsonObject polled = api.post(
                        caller, "/v1/queues/" + Api.encoded(queue(arguments, caller, body)) + "/poll", body)
                .object();
        Json lent = polled.get("invocations").orElse(JsonArray.EMPTY);
        return JsonObject.of("invocation", lent instanceof JsonArray all && !all.isEmpty() ? all.get(0) : Json.nul());
    }

    /** Of a client that works on one board as one worker it is known. */
    private String queue(Arguments arguments, Caller caller, JsonObject body)
            throws RefusedException, InterruptedException {
        Optional<String> given = arguments.optionalString("queue");
        if (given.isEmpty()
                && caller.board().isPresent()
                && body.get("workers").orElse(Json.nul()) instanceof JsonArray workers
                && !workers.isEmpty()
                && workers.get(0) instanceof JsonString worker) {
            return contracts.role(caller, caller.board().get(), worker.value()).queue();
        }
        return arguments.string("queue");
    }

    private Tool report() {
        JsonObject properties = JsonObject.builder()
                .put("invocationId", Tool.text("Of the invocation that await_work lent you."))
                .put("progress", Tool.text("How far it is, in words for people, at most 500 characters."))
                .put(
                        "checkpoint",
                        JsonObject.of(
                                "description",
                                Json.of("What another attempt is given if you do not come to the end: any JSON of at"
                                        + " most 512 KiB.")))
                .build();
        return new Tool(
                "report_progress",
                "Report how far it is",
                "Says how far you are with an invocation, saves a checkpoint for the next attempt, and asks for more time:"
                        + " you have the lease once more, up to the deadline. leaseUntil says until when.",
                properties,
                List.of("invocationId"),
                Tool.Effect.ADDS,
                (arguments, caller) -> api.post(
                                caller,
                                "/v1/invocations/" + Api.encoded(arguments.string("invocationId")) + "/progress",
                                arguments
                                        .some(List.of("progress", "checkpoint"))
                                        .build())
                        .body());
    }

    private Tool answer() {
        JsonObject properties = JsonObject.builder()
                .put("invocationId", Tool.text("Of the invocation that await_work lent you."))
                .put(
                        "patch",
                        Tool.typed("array", "Operations of JSON Patch (RFC 6902), within the contract of the view.")
                                .with("items", Tool.typed("object", "Members op, path, and value or from.")))
                .put("error", Tool.text("Instead of a patch: why it cannot be done."))
                .put("failure", Tool.typed("object", "Instead of a patch: class, message, retryAfter."))
                .put("usage", Tool.typed("object", "What it cost: inputTokens, outputTokens, cost, model."))
                .put("boardId", Tool.text("Needed only if the server was restarted since."))
                .put("worker", Tool.text("As boardId."))
                .build();
        return new Tool(
                "answer",
                "Answer an invocation",
                "Answers an invocation with a patch, or says that it cannot be done. It counts once, however often it is"
                        + " sent. After a rejection the worker is invited again, if it has attempts left: await_work.",
                properties,
                List.of("invocationId"),
                Tool.Effect.CHANGES,
                (arguments, caller) -> api.post(
                                caller,
                                "/v1/invocations/" + Api.encoded(arguments.string("invocationId")) + "/answer",
                                arguments
                                        .some(List.of("patch", "error", "failure", "usage", "boardId", "worker"))
                                        .build())
                        .body());
    }
}
