package io.patchboard.record;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A value of a state by which its board is found, as the blueprint's {@code indexes} say. */
public final class IndexValue {

    /** Longer texts are no names of anything. */
    public static final int MOST_CHARS = 500;

    private IndexValue() {}

    /** A string as it is, a number or truth value as canonical JSON; absent for all else. */
    public static Optional<String> text(Json value) {
        Optional<String> text = value instanceof JsonString string
                ? Optional.of(string.value())
                : value instanceof JsonNumber || value instanceof JsonBoolean
                        ? Optional.of(new String(CanonicalJson.bytes(value), StandardCharsets.UTF_8))
                        : Optional.empty();
        return text.filter(some -> !some.isEmpty() && some.length() <= MOST_CHARS);
    }

    /**
     * The id of the one board that is found by a value of a unique index. So who makes a second one asks for an id that
     * there is, and a kernel refuses that without knowing any other board.
     *
     * @param blueprint its name
     */
    public static String boardId(String blueprint, String text) {
        return blueprint + "-" + text;
    }

    /**
     * The id that a new board has to have, if its blueprint has a unique index.
     *
     * @param document the blueprint; there is no id if it is none
     * @param input that the board begins with
     */
    public static Optional<String> newBoardId(Json document, Json input) {
        JsonPlace root = JsonPlace.of(document);
        Optional<String> name = root.text("name");
        try {
            return root.into("indexes").members().stream()
                    .filter(index -> index.flag("unique"))
                    .findFirst()
                    .flatMap(index -> index.text("path"))
                    .flatMap(path -> first(
                            root.into("state").into("initial").value(),
                            JsonPointer.parse(path).tokens(),
                            input))
                    .flatMap(IndexValue::text)
                    .flatMap(value -> name.map(blueprint -> boardId(blueprint, value)));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // a path that is none
        }
    }

    /** What a first state has at a place, of which its template may have a part alone. */
    private static Optional<Json> first(Json template, List<String> place, Json input) {
        Optional<String> reference = template instanceof JsonObject object && object.size() == 1
                ? JsonPlace.of(template).text("$input")
                : Optional.empty();
        if (reference.isPresent()) {
            return JsonPointer.parse(reference.get())
                    .resolve(input)
                    .flatMap(part -> new JsonPointer(place).resolve(part));
        }
        if (place.isEmpty()) {
            return Optional.of(template);
        }
        return new JsonPointer(place.subList(0, 1))
                .resolve(template)
                .flatMap(part -> first(part, place.subList(1, place.size()), input));
    }
}
