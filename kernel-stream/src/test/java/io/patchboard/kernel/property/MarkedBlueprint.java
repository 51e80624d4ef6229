package io.patchboard.kernel.property;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.Texts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A blueprint whose first state is full of marks: every string and every name of a map is one that stands nowhere else.
 * The number at {@code /flag} chooses which schema or invariant is broken, and where.
 */
final class MarkedBlueprint {

    /** Schemas that refuse what is there: a string, a map, or a list. */
    private static final List<String> REFUSALS = List.of(
            "{enum: [x]}",
            "{const: x}",
            "{pattern: '^x$'}",
            "{type: integer}",
            "{maxLength: 1, maxProperties: 0, maxItems: 0}",
            "{not: {}}",
            "{additionalProperties: false, items: false}",
            "{propertyNames: {maxLength: 1}, minLength: 100}",
            "{additionalProperties: {additionalProperties: {enum: [x]}, enum: [x]}, items: {enum: [x]}}",
            "{required: [x], format: date}",
            "{anyOf: [{type: integer}, {type: boolean}]}");

    private static final List<String> EVALUATIONS = List.of(
            "int(%s) > 0",
            "state.a[%s] == 1",
            "timestamp(%s) > timestamp('2020-01-01T00:00:00Z')",
            "size({%s: 1, %1$s: 2}) > 0",
            "%s.nope == 1",
            "%s == 1");

    static final int FLAGS = 12;

    private static final List<String> FIELDS = List.of("a", "b", "c");

    private final Random random;
    private final List<JsonPointer> places = new ArrayList<>();
    private final JsonObject initial;
    private int marks;

    MarkedBlueprint(Random random) {
        this.random = random;
        JsonObject state = JsonObject.of("flag", Json.of(0L)).with("open", JsonObject.EMPTY);
        for (String field : FIELDS) {
            state = state.with(field, value(2));
        }
        initial = state;
        collect(JsonPointer.ROOT, initial);
    }

    List<JsonPointer> places() {
        return places;
    }

    private String mark() {
        return "MARK" + (100 + ++marks) + "X";
    }

    private Json value(int depth) {
        int kind = depth == 0 ? 0 : random.nextInt(4);
        if (kind < 2) {
            return Json.of(mark());
        }
        List<Json> items = new ArrayList<>();
        Map<String, Json> members = new LinkedHashMap<>();
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            items.add(value(depth - 1));
            members.put(mark(), value(depth - 1));
        }
        return kind == 2 ? JsonArray.copyOf(items) : JsonObject.copyOf(members);
    }

    private void collect(JsonPointer at, Json value) {
        if (!at.isRoot()) {
            places.add(at);
        }
        if (value instanceof JsonObject object) {
            object.members().forEach((name, member) -> collect(at.child(name), member));
        } else if (value instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                collect(at.child(i), array.get(i));
            }
        }
    }

    <T> T any(List<T> items) {
        return items.get(random.nextInt(items.size()));
    }

    /** A path pattern that names no mark. */
    private String pattern() {
        return any(
                List.of("/a", "/b", "/c", "/a/*", "/b/*", "/c/*", "/a/**", "/b/**", "/c/*/*", "/open", "/*/*", "/**"));
    }

    JsonObject json() {
        JsonObject schema = (JsonObject) Texts.json("{type: object}");
        List<Json> cases = new ArrayList<>();
        List<Json> invariants = new ArrayList<>();
        for (int flag = 1; flag <= FLAGS; flag++) {
            String field = any(FIELDS);
            if (random.nextBoolean()) {
                String refusal = any(REFUSALS);
                String inner = random.nextBoolean()
                        ? refusal
                        : "{additionalProperties: " + refusal + ", items: " + refusal + "}";
                cases.add(Texts.json("{if: {properties: {flag: {const: " + flag + "}}}, then: {properties: {" + field
                        + ": " + inner + "}}}"));
            } else {
                String read = any(List.of("state." + field, "self", "oldSelf", "oldState." + field));
                invariants.add(Texts.json(
                        "{name: n" + flag + ", path: '/" + field + any(List.of("", "/*")) + "', rule: \"state.flag != "
                                + flag + " || " + any(EVALUATIONS).formatted(read) + "\"}"));
            }
        }
        return JsonObject.builder()
                .put("apiVersion", "patchboard/v1")
                .put("name", "marked")
                .put(
                        "state",
                        JsonObject.of("schema", schema.with("allOf", JsonArray.copyOf(cases)))
                                .with("initial", initial))
                .put(
                        "workers",
                        JsonObject.of("w", worker("once"))
                                .with("c", worker("often"))
                                .with("d", worker("often")))
                .put("private", secrets())
                .put("invariants", JsonArray.copyOf(invariants))
                .put("rules", Texts.json("[{name: r, on: {event: created}, invoke: w}]"))
                .put(
                        "policies",
                        Texts.json("{once: {retry: {maxAttempts: " + (2 + random.nextInt(3))
                                + "}, onExhausted: {catch: c}}, often: {retry: {maxAttempts: 4}, onExhausted: {catch: d}},"
                                + " default: {}}"))
                .put("circuit", Texts.json("{invalidStreak: 50, sameRejection: 50}"))
                .build();
    }

    private Json worker(String policy) {
        List<String> reads = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            reads.add(pattern());
        }
        List<Json> writes = new ArrayList<>();
        writes.add(Texts.json("{op: [replace], path: /flag}"));
        writes.add(Texts.json("{op: [add], path: '/open/**'}"));
        for (int i = random.nextInt(4); i > 0; i--) {
            writes.add(Texts.json("{op: [" + any(List.of("add", "replace", "test", "add, replace, test", "remove"))
                    + "], path: '" + pattern() + "'}"));
        }
        return JsonObject.builder()
                .put("read", JsonArray.ofStrings(reads))
                .put("write", JsonArray.copyOf(writes))
                .put("policy", policy)
                .put("privileged", true)
                .build();
    }

    private Json secrets() {
        List<Json> secrets = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            secrets.add(Texts.json("{path: '" + any(List.of("/a", "/b/*", "/c/*/*", "/a/*")) + "', to: "
                    + any(List.of("w", "c", "d")) + "}"));
        }
        return JsonArray.copyOf(secrets);
    }

    /** A patch that is meant to be rejected with as much told as can be. Its own words begin with {@code own}. */
    Json patch(String own) {
        List<Json> operations = new ArrayList<>();
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            operations.add(operation(any(places), own));
        }
        return JsonArray.copyOf(operations);
    }

    private Json operation(JsonPointer place, String own) {
        String word = own + ++marks + "X";
        Json text = Json.of(word);
        return switch (random.nextInt(9)) {
            case 0, 1, 2 -> operation("replace", "/flag", Json.of(1L + random.nextInt(FLAGS)));
            case 3 -> operation("test", place.toString(), random.nextBoolean() ? text : JsonObject.EMPTY);
            case 4 -> operation("add", place.child(word).child("z").toString(), text);
            case 5 -> operation(any(List.of("add", "replace")), place.toString(), text);
            case 6 -> operation("add", "/open/" + word, text);
            case 7 -> operation("remove", place.child("z").toString(), text);
            default ->
                operation(
                        random.nextInt(6) == 0 ? word : "replace",
                        place.child(7).toString(),
                        JsonObject.of(word, text));
        };
    }

    private static Json operation(String op, String path, Json value) {
        return JsonObject.builder()
                .put("op", op)
                .put("path", path)
                .put("value", value)
                .build();
    }

    /** Every mark in a document: its strings and the names of its members. */
    static List<String> words(Json value) {
        List<String> words = new ArrayList<>();
        if (value instanceof JsonString text) {
            words.add(text.value());
        } else if (value instanceof JsonArray array) {
            array.forEach(item -> words.addAll(words(item)));
        } else if (value instanceof JsonObject object) {
            object.members().forEach((name, member) -> {
                words.add(name);
                words.addAll(words(member));
            });
        }
        return words;
    }
}
