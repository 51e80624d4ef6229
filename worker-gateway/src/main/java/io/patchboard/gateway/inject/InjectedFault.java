package io.patchboard.gateway.inject;

import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Failure;
import java.nio.charset.StandardCharsets;

/**
 * What goes wrong with a worker (ALAS, A.10).
 *
 * @param label that tells it from others, in the log, too
 * @param worker its name in the blueprint
 * @param error that it reports in place of an answer; of a violation, what it is held to be
 * @param violates whether it answers, but with {@code value} in the place of each of its own
 * @param share of its invocations, from 0 to 1
 * @param attempts at each of them that it goes wrong in: the first so many
 */
public record InjectedFault(
        String label, String worker, Failure error, boolean violates, Json value, double share, long attempts) {

    private static final int DIGITS = 8;
    private static final double RANGE = Math.pow(16, DIGITS);

    /** The same for the same seed, item and attempt, whatever the board is called and whoever else is at work. */
    boolean strikes(Invocation invocation, long seed) {
        String place = invocation.invoked().trigger().path().orElse("");
        String drawn = CanonicalJson.sha256(
                (seed + "\n" + label + "\n" + worker + "\n" + place).getBytes(StandardCharsets.UTF_8));
        return invocation.worker().equals(worker)
                && invocation.attempt() <= attempts
                && Long.parseLong(drawn.substring(0, DIGITS), 16) / RANGE < share;
    }

    /** What the board gets in place of an answer. */
    public Answer instead() {
        return Answer.failed(error);
    }

    /** What the board gets in place of this answer. */
    public Answer spoiled(Answer answer) {
        if (answer.isFailed() || !(answer.patch() instanceof JsonArray operations)) {
            return answer;
        }
        return new Answer(
                JsonArray.copyOf(operations.items().stream()
                        .map(operation -> operation instanceof JsonObject object && object.has("value")
                                ? object.with("value", value)
                                : operation)
                        .toList()),
                answer.usage(),
                answer.failure());
    }
}
