package io.patchboard.client.model;

import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Rejections that have something in common.
 *
 * @param key the clause's place in the blueprint, or stage and code; the worker, model, stage or path. Empty where
 *     it is unknown
 * @param blueprint name and hash, of clauses alone
 * @param text what a clause says
 * @param count how many; 0 for a clause that has not fired
 * @param share of all rejections that were asked for, from 0 to 1
 * @param tokens that the rejected answers used, as they report
 * @param seconds from the invocations to the rejections, of those that had one
 * @param retried how many were followed by another attempt
 * @param repaired how many of those attempts were committed
 * @param attempts the median of the attempt that was committed in the end, of those where one was
 * @param example where there are most of them; absent if there are none
 */
public record RejectionCount(
        String key,
        Optional<Rules> blueprint,
        Optional<String> text,
        long count,
        double share,
        long tokens,
        double seconds,
        long retried,
        long repaired,
        OptionalDouble attempts,
        Optional<Example> example) {

    /** A version of a blueprint. */
    public record Rules(String name, String hash) {}

    /** @param sequence of its first such rejection */
    public record Example(String board, long sequence, long count) {

        JsonObject toJson() {
            return JsonObject.builder()
                    .put("board", board)
                    .put("sequence", sequence)
                    .put("count", count)
                    .build();
        }
    }

    public JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder()
                .put("key", key)
                .putStringIfPresent("blueprint", blueprint.map(Rules::name))
                .putStringIfPresent("blueprintHash", blueprint.map(Rules::hash))
                .putStringIfPresent("text", text)
                .put("count", count)
                .put("share", rounded(share, 4))
                .put("tokens", tokens)
                .put("seconds", rounded(seconds, 3))
                .put("retried", retried)
                .put("repaired", repaired);
        attempts.ifPresent(median -> json.put("attemptsUntilCommit", rounded(median, 1)));
        return json.putIfPresent("example", example.map(Example::toJson)).build();
    }

    private static Json rounded(double value, int digits) {
        return JsonNumber.of(BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP));
    }
}
