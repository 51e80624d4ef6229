package io.patchboard.record;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A board that is to be made for an invocation.
 *
 * @param blueprint its name, as published
 * @param input absent where it could not be computed, or is {@code null}
 * @param path a JSON Pointer: where its result is wanted
 * @param depth how many boards are above it
 * @param tokens that are left to it; absent for no bound
 * @param cost money that is left to it; absent for no bound
 * @param toolCalls calls of tools that are left to it; absent for no bound
 * @param problem why no board can be made; absent where one can
 */
public record Child(
        String blueprint,
        Optional<Json> input,
        String path,
        long depth,
        Optional<Long> tokens,
        Optional<BigDecimal> cost,
        Optional<Long> toolCalls,
        Optional<String> problem) {

    /**
     * With which the ids of invocations begin that a board is made for, and no others: so a reader of a log knows them
     * without knowing the blueprint.
     */
    public static final String INVOCATION_PREFIX = "inv-board-";

    private static final int HASH_CHARS = 16;

    public Child {
        input = input.filter(value -> !value.isNull());
    }

    /** Whether a board is, or was to be, made for the invocation. */
    public static boolean isMadeFor(String invocationId) {
        return invocationId.startsWith(INVOCATION_PREFIX);
    }

    /**
     * The id of the board that is made for an invocation. It follows from both ids, so that whoever makes it twice
     * makes one board.
     */
    public static String boardId(String parentId, String invocationId) {
        String hash = CanonicalJson.sha256(JsonArray.ofStrings(List.of(parentId, invocationId)));
        String readable = parentId + "~" + hash.substring(0, HASH_CHARS);
        return readable.getBytes(StandardCharsets.UTF_8).length <= ContractLimits.MAX_BOARD_ID_BYTES
                ? readable
                : "board~" + hash;
    }

    /**
     * Whether a board was made for another, or for one that was, by the bytes of their ids. Of a board whose id would
     * have been too long, that cannot be told, and it says no.
     */
    public static boolean isBelow(byte[] boardId, byte[] other) {
        return other != null
                && other.length > boardId.length
                && other[boardId.length] == '~'
                && Arrays.equals(boardId, 0, boardId.length, other, 0, boardId.length);
    }

    /** As {@link #isBelow(byte[], byte[])}. */
    public static boolean isBelow(String boardId, String other) {
        return other.startsWith(boardId + "~");
    }

    /** What taints anything that a worker in its place would be shown taints all that the board begins with. */
    public static List<Marked> marked(Set<Taint> shown) {
        return shown.isEmpty() ? List.of() : List.of(new Marked("", shown, Set.of()));
    }

    /** What the board is told of the invocation that it is made for. */
    public Parent parent(String boardId, String invocationId, String worker) {
        return new Parent(boardId, invocationId, worker, path, depth, tokens, cost, toolCalls);
    }

    static Child read(Fields fields) {
        return new Child(
                fields.string("blueprint"),
                fields.optionalJson("input"),
                fields.string("path"),
                fields.integer("depth"),
                fields.optionalInteger("tokens"),
                fields.optionalNumber("cost"),
                fields.optionalInteger("toolCalls"),
                fields.optionalString("problem"));
    }

    JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder()
                .put("blueprint", blueprint)
                .putIfPresent("input", input)
                .put("path", path)
                .put("depth", depth);
        tokens.ifPresent(most -> json.put("tokens", most));
        json.putIfPresent("cost", cost.map(JsonNumber::of));
        toolCalls.ifPresent(most -> json.put("toolCalls", most));
        return json.putStringIfPresent("problem", problem).build();
    }
}
