package io.patchboard.gateway.runner;

import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.record.FieldException;
import io.patchboard.record.Fields;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Trigger;
import java.time.Instant;
import java.util.Optional;

/**
 * How far a worker has come with an invocation.
 *
 * @param progress in words, for people
 * @param content what the next attempt is given
 */
public record Checkpoint(
        String boardId,
        String worker,
        String invocationId,
        long attempt,
        Instant time,
        Optional<String> progress,
        Optional<Json> content) {

    /**
     * By which all attempts at the same are known, and nothing else is: that of the logical action where the worker's
     * role has an idempotency key; otherwise what brought the invocation about, and the items as they are shown.
     */
    public static String key(Invocation invocation) {
        Trigger trigger = invocation.invoked().trigger();
        JsonObject.Builder about =
                JsonObject.builder().put("boardId", invocation.boardId()).put("worker", invocation.worker());
        if (trigger.actionId().isPresent()) {
            about.put("actionId", trigger.actionId().get());
        } else {
            about.put(
                            "trigger",
                            new Trigger(trigger.rule(), trigger.sequence(), trigger.path(), trigger.paths()).toJson())
                    .putIfPresent("item", invocation.view().get("item"))
                    .put("items", invocation.view().get("items").orElse(JsonArray.EMPTY));
        }
        return CanonicalJson.sha256(about.build());
    }

    /** By which an answer that went on from it says so. */
    public Optional<String> hash() {
        return content.map(CanonicalJson::sha256);
    }

    /** The record, {@code docs/workers.md} has its fields. */
    public JsonObject toJson() {
        return JsonObject.builder()
                .put("boardId", boardId)
                .put("worker", worker)
                .put("invocationId", invocationId)
                .put("attempt", attempt)
                .put("time", LogHeader.format(time))
                .putStringIfPresent("progress", progress)
                .putIfPresent("checkpoint", content)
                .build();
    }

    /** @throws JsonSyntaxException if it is none */
    public static Checkpoint read(Json json) throws JsonSyntaxException {
        if (!(json instanceof JsonObject object)) {
            throw new JsonSyntaxException("Expected a checkpoint, but got a " + json.typeName() + ".");
        }
        try {
            Fields fields = new Fields(object);
            return new Checkpoint(
                    fields.string("boardId"),
                    fields.string("worker"),
                    fields.string("invocationId"),
                    fields.integer("attempt"),
                    fields.time("time"),
                    fields.optionalString("progress"),
                    fields.optionalJson("checkpoint"));
        } catch (FieldException e) {
            throw new JsonSyntaxException(e.getMessage());
        }
    }
}
