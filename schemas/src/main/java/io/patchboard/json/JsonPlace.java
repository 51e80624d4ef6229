package io.patchboard.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A value and where it stands in its document. What is missing, or of another type than is asked for, is not there: so
 * reads who takes what there is, or who tells all errors of a document at once and not the first alone.
 */
public record JsonPlace(Json value, JsonPointer at) {

    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal MOST_COUNT = BigDecimal.valueOf(Integer.MAX_VALUE);

    public static JsonPlace of(Json document) {
        return new JsonPlace(document, JsonPointer.ROOT);
    }

    public Optional<JsonPlace> child(String name) {
        return value instanceof JsonObject object
                ? object.get(name).map(member -> new JsonPlace(member, at.child(name)))
                : Optional.empty();
    }

    public boolean has(String name) {
        return child(name).isPresent();
    }

    /** A member; a place that holds nothing if there is none. */
    public JsonPlace into(String name) {
        return child(name).orElseGet(() -> new JsonPlace(Json.nul(), at.child(name)));
    }

    public boolean isObject() {
        return value instanceof JsonObject;
    }

    public List<JsonPlace> items() {
        List<JsonPlace> items = new ArrayList<>();
        if (value instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                items.add(new JsonPlace(array.get(i), at.child(i)));
            }
        }
        return items;
    }

    /** What it is called by where it stands: the last token of its pointer. */
    public String name() {
        return at.tokens().get(at.tokens().size() - 1);
    }

    /** The members of an object, in order of their names. */
    public List<JsonPlace> members() {
        return value instanceof JsonObject object
                ? object.names().stream()
                        .sorted()
                        .flatMap(name -> child(name).stream())
                        .toList()
                : List.of();
    }

    public List<JsonPlace> items(String name) {
        return child(name).map(JsonPlace::items).orElse(List.of());
    }

    public Optional<String> text() {
        return value instanceof JsonString string ? Optional.of(string.value()) : Optional.empty();
    }

    public Optional<String> text(String name) {
        return child(name).flatMap(JsonPlace::text);
    }

    public boolean flag(String name) {
        return child(name).map(node -> node.value == JsonBoolean.TRUE).orElse(false);
    }

    /** An integer; one that does not fit 64 bits reads as the nearest that does. */
    public Optional<Long> integer(String name) {
        return child(name)
                .flatMap(node -> node.value instanceof JsonNumber number && number.isIntegral()
                        ? Optional.of(number.value())
                        : Optional.empty())
                .map(number -> number.min(MOST).max(MOST.negate()).longValue());
    }

    /** A positive count; what is none reads as the fallback. */
    public int count(String name, int fallback) {
        return child(name).flatMap(JsonPlace::number).orElse(fallback);
    }

    /** A number of any size and precision. */
    public Optional<BigDecimal> amount() {
        return value instanceof JsonNumber number ? Optional.of(number.value()) : Optional.empty();
    }

    /** This place as a positive number that fits 32 bits. */
    public Optional<Integer> number() {
        return value instanceof JsonNumber number
                        && number.isIntegral()
                        && number.value().signum() > 0
                        && number.value().compareTo(MOST_COUNT) <= 0
                ? Optional.of(number.value().intValueExact())
                : Optional.empty();
    }
}
