package io.patchboard.record;

import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * The invocation of another board that a board is made for, and that it answers with its end.
 *
 * @param boardId the other board
 * @param worker the one that was invoked
 * @param path a JSON Pointer: where the other board wants the result
 * @param depth 1 for a board whose parent has none, else one more than its parent's
 * @param tokens that the parent had left when it asked: the board's own bound is no higher; absent for no bound
 * @param cost the same of money
 * @param toolCalls the same of calls of tools
 */
public record Parent(
        String boardId,
        String invocationId,
        String worker,
        String path,
        long depth,
        Optional<Long> tokens,
        Optional<BigDecimal> cost,
        Optional<Long> toolCalls) {

    /** How many boards may be above one another, the first not counted. */
    public static final int MOST_DEPTH = 8;

    public static Parent read(Fields fields) {
        return new Parent(
                fields.string("boardId"),
                fields.string("invocationId"),
                fields.string("worker"),
                fields.string("path"),
                fields.integer("depth"),
                fields.optionalInteger("tokens"),
                fields.optionalNumber("cost"),
                fields.optionalInteger("toolCalls"));
    }

    public JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder()
                .put("boardId", boardId)
                .put("invocationId", invocationId)
                .put("worker", worker)
                .put("path", path)
                .put("depth", depth);
        tokens.ifPresent(most -> json.put("tokens", most));
        json.putIfPresent("cost", cost.map(JsonNumber::of));
        toolCalls.ifPresent(most -> json.put("toolCalls", most));
        return json.build();
    }
}
