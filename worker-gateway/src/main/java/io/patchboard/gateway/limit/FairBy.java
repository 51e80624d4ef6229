package io.patchboard.gateway.limit;

import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonString;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Who is served in turn.
 *
 * @param word one of {@link #WORDS}, or a JSON Pointer into the state that the view shows
 */
public record FairBy(String word) {

    /** Everybody in the order in which they came. */
    public static final FairBy NOBODY = new FairBy("");

    /** A tenant is what a board's id begins with. */
    public static final Set<String> WORDS = Set.of("tenant", "board", "worker");

    private static final List<Character> ENDS_OF_TENANT = List.of('/', ':', '.');

    /** Whose turn an invocation needs. */
    public String of(Invocation invocation) {
        return switch (word) {
            case "" -> "";
            case "board" -> invocation.boardId();
            case "worker" -> invocation.worker();
            case "tenant" -> tenant(invocation.boardId());
            default -> shown(invocation);
        };
    }

    private static String tenant(String board) {
        int end = 0;
        while (end < board.length() && !ENDS_OF_TENANT.contains(board.charAt(end))) {
            end++;
        }
        return board.substring(0, end);
    }

    private String shown(Invocation invocation) {
        Optional<Json> value = invocation.field(word);
        return value.map(json -> json instanceof JsonString text ? text.value() : json.toString())
                .orElse("");
    }
}
