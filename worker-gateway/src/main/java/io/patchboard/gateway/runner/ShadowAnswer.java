package io.patchboard.gateway.runner;

import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Failure;
import io.patchboard.record.FieldException;
import io.patchboard.record.Fields;
import io.patchboard.record.Usage;
import java.time.Duration;
import java.util.Optional;

/**
 * What a worker's shadow answered to an invocation. No board hears of it.
 *
 * @param invocationId that of the worker's own invocation
 * @param took from the question to the answer
 */
public record ShadowAnswer(String boardId, String invocationId, String worker, Answer answer, Duration took) {

    private static final String SHADOW = "shadow";

    static ShadowAnswer to(Invocation invocation, Answer answer, Duration took) {
        return new ShadowAnswer(invocation.boardId(), invocation.invocationId(), invocation.worker(), answer, took);
    }

    /** As it stands beside trajectories, from which {@code shadow} tells it. */
    public JsonObject toJson() {
        JsonObject.Builder said = JsonObject.builder();
        answer.failure()
                .ifPresentOrElse(why -> said.put("failure", why.toJson()), () -> said.put("patch", answer.patch()));
        return JsonObject.builder()
                .put("boardId", boardId)
                .put("invocationId", invocationId)
                .put("worker", worker)
                .put(
                        SHADOW,
                        said.putIfPresent("usage", answer.usage().map(Usage::toJson))
                                .build())
                .put("millis", took.toMillis())
                .build();
    }

    /** @return empty for whatever else stands there */
    public static Optional<ShadowAnswer> read(Json record) {
        if (!(record instanceof JsonObject object) || !object.has(SHADOW)) {
            return Optional.empty();
        }
        try {
            Fields fields = new Fields(object);
            return Optional.of(new ShadowAnswer(
                    fields.string("boardId"),
                    fields.string("invocationId"),
                    fields.string("worker"),
                    fields.requiredRecord(SHADOW, ShadowAnswer::answer),
                    Duration.ofMillis(fields.integer("millis"))));
        } catch (FieldException e) {
            return Optional.empty();
        }
    }

    private static Answer answer(Fields fields) {
        Answer answer = fields.optionalRecord("failure", Failure::read)
                .map(Answer::failed)
                .orElseGet(() -> Answer.of(fields.jsonOrNull("patch")));
        return fields.optionalRecord("usage", Usage::read)
                .map(answer::withUsage)
                .orElse(answer);
    }
}
