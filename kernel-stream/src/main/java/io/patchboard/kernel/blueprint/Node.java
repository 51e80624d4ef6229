package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A place in the source of a blueprint. Reading is lenient: what has the wrong type reads as absent, because
 * the meta-schema has reported it already, and the rest is still to be checked.
 */
public record Node(Json value, JsonPointer at) {

    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal MOST_COUNT = BigDecimal.valueOf(Integer.MAX_VALUE);

    public Optional<Node> child(String name) {
        return value instanceof JsonObject object
                ? object.get(name).map(member -> new Node(member, at.child(name)))
                : Optional.empty();
    }

    public List<Node> items() {
        List<Node> items = new ArrayList<>();
        if (value instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                items.add(new Node(array.get(i), at.child(i)));
            }
        }
        return items;
    }

    /** The members of an object, in order of their names. */
    public List<Node> members() {
        return value instanceof JsonObject object
                ? object.names().stream()
                        .sorted()
                        .flatMap(name -> child(name).stream())
                        .toList()
                : List.of();
    }

    public List<Node> items(String name) {
        return child(name).map(Node::items).orElse(List.of());
    }

    public Optional<String> text() {
        return value instanceof JsonString string ? Optional.of(string.value()) : Optional.empty();
    }

    public Optional<String> text(String name) {
        return child(name).flatMap(Node::text);
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

    /** A positive count, which the meta-schema keeps small; one that is no such number reads as the fallback. */
    public int count(String name, int fallback) {
        return child(name).flatMap(Node::number).orElse(fallback);
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
