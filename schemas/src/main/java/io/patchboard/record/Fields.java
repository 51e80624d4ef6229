package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Reads typed fields of a JSON object. A field that holds {@code null} counts as absent, as it does in Avro. */
public final class Fields {

    private final JsonObject json;
    private final JsonPointer at;

    public Fields(JsonObject json) {
        this(json, JsonPointer.ROOT);
    }

    private Fields(JsonObject json, JsonPointer at) {
        this.json = json;
        this.at = at;
    }

    /** Where the field is, or would be, in the whole that is read. */
    public JsonPointer place(String name) {
        return at.child(name);
    }

    public String string(String name) {
        return required(name, optionalString(name), "a string");
    }

    public Optional<String> optionalString(String name) {
        return optional(name, "a string", value -> value instanceof JsonString s ? s.value() : null);
    }

    public long integer(String name) {
        return required(name, optionalInteger(name), "an integer");
    }

    /** @throws UnknownWordException if the vocabulary has no word with the text that stands there */
    public <W extends Enum<W> & Word> W word(String name, Class<W> vocabulary) {
        return known(string(name), vocabulary, at.child(name));
    }

    /** @throws UnknownWordException if the vocabulary has no word with the text that stands there */
    public <W extends Enum<W> & Word> Optional<W> optionalWord(String name, Class<W> vocabulary) {
        return optionalString(name).map(text -> known(text, vocabulary, at.child(name)));
    }

    /**
     * The words of an array; an absent field is an empty list.
     *
     * @throws UnknownWordException if the vocabulary lacks one of them
     */
    public <W extends Enum<W> & Word> List<W> words(String name, Class<W> vocabulary) {
        return strings(name).stream()
                .map(text -> known(text, vocabulary, at.child(name)))
                .toList();
    }

    private static <W extends Enum<W> & Word> W known(String text, Class<W> vocabulary, JsonPointer pointer) {
        return Word.find(vocabulary, text)
                .orElseThrow(() -> new UnknownWordException(
                        pointer.toString(),
                        "Expected one of " + Word.words(vocabulary) + " at " + pointer + ", but got \"" + text
                                + "\"."));
    }

    /** The names of all members. */
    public Collection<String> names() {
        return json.names();
    }

    /** An integer that fits 64 bits. */
    public Optional<Long> optionalInteger(String name) {
        return optional(name, "a 64-bit integer", Fields::asLong);
    }

    /** A boolean; false where the field is absent. */
    public boolean flag(String name) {
        return optional(name, "true or false", value -> value instanceof JsonBoolean bool ? bool.value() : null)
                .orElse(false);
    }

    public BigDecimal number(String name) {
        return required(name, optionalNumber(name), "a number");
    }

    /** A number of any size and precision. */
    public Optional<BigDecimal> optionalNumber(String name) {
        return optional(name, "a number", value -> value instanceof JsonNumber number ? number.value() : null);
    }

    public Instant time(String name) {
        return required(name, optionalTime(name), "an ISO 8601 instant");
    }

    public Optional<Instant> optionalTime(String name) {
        return optional(name, "an ISO 8601 instant in UTC", Fields::asInstant);
    }

    /** Any JSON value but {@code null}. */
    public Json json(String name) {
        return required(name, optionalJson(name), "a JSON value");
    }

    public Optional<Json> optionalJson(String name) {
        return json.get(name).filter(value -> !value.isNull());
    }

    /** Any JSON value; {@code null} where the field is absent. */
    public Json jsonOrNull(String name) {
        return json.get(name).orElse(Json.nul());
    }

    public <T> Optional<T> optionalRecord(String name, Function<Fields, T> read) {
        return optional(name, "an object", value -> value instanceof JsonObject o ? o : null)
                .map(object -> read.apply(new Fields(object, at.child(name))));
    }

    public <T> T requiredRecord(String name, Function<Fields, T> read) {
        return required(name, optionalRecord(name, read), "an object");
    }

    /** The strings of an array; an absent field is an empty list. */
    public List<String> strings(String name) {
        return items(name, "an array of strings", (value, index) -> value instanceof JsonString s ? s.value() : null);
    }

    /** The 64-bit integers of an array; an absent field is an empty list. */
    public List<Long> integers(String name) {
        return items(name, "an array of 64-bit integers", (value, index) -> asLong(value));
    }

    /** The records of an array; an absent field is an empty list. */
    public <T> List<T> records(String name, Function<Fields, T> read) {
        return items(
                name,
                "an array of objects",
                (value, index) -> value instanceof JsonObject object
                        ? read.apply(new Fields(object, at.child(name).child(index)))
                        : null);
    }

    private <T> List<T> items(String name, String expected, BiFunction<Json, Integer, T> convert) {
        return optional(name, expected, value -> {
                    if (!(value instanceof JsonArray array)) {
                        return null;
                    }
                    List<T> items = new ArrayList<>(array.size());
                    for (Json item : array) {
                        T converted = convert.apply(item, items.size());
                        if (converted == null) {
                            return null;
                        }
                        items.add(converted);
                    }
                    return List.copyOf(items);
                })
                .orElse(List.of());
    }

    private <T> Optional<T> optional(String name, String expected, Function<Json, T> convert) {
        Optional<Json> value = optionalJson(name);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        T converted = convert.apply(value.get());
        if (converted == null) {
            throw wrong(name, expected, value.get().typeName());
        }
        return Optional.of(converted);
    }

    private <T> T required(String name, Optional<T> value, String expected) {
        return value.orElseThrow(() -> wrong(name, expected, "nothing"));
    }

    private FieldException wrong(String name, String expected, String found) {
        String pointer = at.child(name).toString();
        return new FieldException(pointer, "Expected " + expected + " at " + pointer + ", but got " + found + ".");
    }

    private static Long asLong(Json value) {
        try {
            return value instanceof JsonNumber number ? (Long) number.value().longValueExact() : null;
        } catch (ArithmeticException e) {
            return null;
        }
    }

    private static Instant asInstant(Json value) {
        try {
            return value instanceof JsonString text ? LogHeader.parse(text.value()) : null;
        } catch (DateTimeException e) {
            return null;
        }
    }
}
