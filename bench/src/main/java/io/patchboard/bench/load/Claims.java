package io.patchboard.bench.load;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The load of all benches: a state full of claims, as in the example {@code evidence-review}, and patches of it. The
 * same for all sides, and the same in every run.
 *
 * @param bytes of the state as compact JSON, at least; above it by less than one claim
 * @param quoteChars length of each claim's quote: 100 for claims of about 250 bytes
 */
public record Claims(Shape shape, int bytes, int quoteChars) {

    /** Claims of about 250 bytes. */
    public static final int SHORT_QUOTE = 100;

    /** A claim of about 750 bytes, so that a proposal that replaces one is a record of about 1 KB. */
    public static final int LONG_QUOTE = 560;

    private static final String[] WORDS = {
        "the",
        "director",
        "was",
        "born",
        "in",
        "a",
        "small",
        "town",
        "near",
        "river",
        "and",
        "later",
        "moved",
        "to",
        "work",
        "on",
        "films",
        "that",
        "won",
        "awards",
        "for",
        "their",
        "music",
        "with",
        "her",
        "brother",
        "who",
        "wrote",
        "songs"
    };
    private static final String[] PROPERTIES = {"nationality", "birthplace", "occupation", "date of birth", "spouse"};

    /** The state. */
    public JsonObject state() {
        Map<String, Json> items = new LinkedHashMap<>();
        long size = envelope(JsonArray.EMPTY).toString().length();
        for (int i = 0; size < bytes; i++) {
            JsonObject item = item(i, 0);
            items.put(id(i), item);
            size += JsonWriter.compact(item).length() + 1;
            size += shape == Shape.KEYED ? id(i).length() + 3 : 0;
        }
        return envelope(shape == Shape.LIST ? JsonArray.copyOf(items.values()) : JsonObject.copyOf(items));
    }

    private static JsonObject envelope(Json claims) {
        return JsonObject.builder()
                .put("question", "Were Scott Derrickson and Ed Wood of the same nationality?")
                .put("claims", claims)
                .build();
    }

    /** The number of claims of a state. */
    public static int count(JsonObject state) {
        Json claims = state.get("claims").orElseThrow();
        return claims instanceof JsonArray array ? array.size() : ((JsonObject) claims).size();
    }

    /**
     * A patch of two operations, as compact JSON: one adds a claim, one replaces a field of a claim that is there.
     *
     * @param round tells patches apart: another claim, another value
     * @param count of claims in the state
     */
    public String growing(int round, int count) {
        int changed = index(round, count);
        Json added = item(count + round, round);
        String end = shape == Shape.LIST ? "/claims/-" : "/claims/" + id(count + round);
        return JsonWriter.compact(JsonArray.of(
                operation("add", end, added),
                operation("replace", place(changed) + "/value", Json.of("revised " + round))));
    }

    /**
     * A patch of two operations that leaves the state's size as it is: a claim is replaced, and a field of another one.
     */
    public String steady(int round, int count) {
        int replaced = index(round, count);
        int changed = index(round + 1, count);
        return JsonWriter.compact(JsonArray.of(
                operation("replace", place(replaced), item(replaced, round)),
                operation("replace", place(changed) + "/value", Json.of("revised " + round))));
    }

    /** A patch of one operation that replaces a field, some 200 bytes. */
    public String small(int round, int count) {
        return JsonWriter.compact(JsonArray.of(operation(
                "replace",
                place(index(round, count)) + "/value",
                Json.of("revised in round " + round + " " + text(new SplittableRandom(round), 110)))));
    }

    /** Spreads over all claims, and not in their order. */
    private static int index(int round, int count) {
        return Math.floorMod(round * 2_654_435_761L, count);
    }

    private String place(int index) {
        return "/claims/" + (shape == Shape.LIST ? Integer.toString(index) : id(index));
    }

    private static JsonObject operation(String op, String path, Json value) {
        return JsonObject.builder()
                .put("op", op)
                .put("path", path)
                .put("value", value)
                .build();
    }

    private static String id(int index) {
        return String.format(Locale.ROOT, "c%06d", index);
    }

    private JsonObject item(int index, int round) {
        SplittableRandom random = new SplittableRandom(index * 31L + round);
        return JsonObject.builder()
                .put("id", id(index))
                .put("subject", "Ed Wood " + index)
                .put("property", PROPERTIES[random.nextInt(PROPERTIES.length)])
                .put("value", "value " + random.nextInt(1_000))
                .put("source", "s" + random.nextInt(100))
                .put("quote", text(random, quoteChars))
                .put("confidence", random.nextInt(100))
                .put("status", "draft")
                .build();
    }

    static String text(SplittableRandom random, int chars) {
        StringBuilder text = new StringBuilder(chars + 16);
        while (text.length() < chars) {
            text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
        }
        text.setLength(chars);
        return text.toString();
    }

    /** The state as compact JSON. */
    public byte[] stateBytes() {
        return JsonWriter.compact(state()).getBytes(StandardCharsets.UTF_8);
    }
}
