package io.patchboard.kernel.state;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.blueprint.Blueprint;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The values by which a board is found, as its blueprint's {@code indexes} say. */
public final class IndexValues {

    /** Longer texts are no names of anything. */
    public static final int MOST_CHARS = 500;

    private IndexValues() {}

    /** By the name of the index; there is none where the state has no value that could be one. */
    public static Map<String, String> of(Board board) {
        SortedMap<String, String> values = new TreeMap<>();
        board.blueprint()
                .map(Blueprint::indexes)
                .ifPresent(indexes -> indexes.forEach((name, place) -> place.resolve(board.state())
                        .flatMap(IndexValues::text)
                        .ifPresent(text -> values.put(name, text))));
        return values;
    }

    /** A string as it is, a number or truth value as canonical JSON; absent for all else. */
    public static Optional<String> text(Json value) {
        Optional<String> text = value instanceof JsonString string
                ? Optional.of(string.value())
                : value instanceof JsonNumber || value instanceof JsonBoolean
                        ? Optional.of(new String(CanonicalJson.bytes(value), StandardCharsets.UTF_8))
                        : Optional.empty();
        return text.filter(some -> !some.isEmpty() && some.length() <= MOST_CHARS);
    }
}
