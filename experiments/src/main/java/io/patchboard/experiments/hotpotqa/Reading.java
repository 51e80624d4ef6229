package io.patchboard.experiments.hotpotqa;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.record.FieldException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What a worker knows: what its view shows, by index, and no more.
 *
 * @param verdicts whether a claim is supported, by the claim's index; the latest verdict counts
 * @param item JSON Pointer to what it was invited for; empty for the board as a whole
 */
public record Reading(
        String question,
        SortedMap<Integer, Paragraph> paragraphs,
        SortedMap<Integer, Paragraph> sources,
        SortedMap<Integer, Claim> claims,
        SortedMap<Integer, Boolean> verdicts,
        String item) {

    /** @param view as the kernel builds it */
    public static Reading of(JsonObject view) {
        Map<String, Json> shown = new LinkedHashMap<>();
        if (view.get("state").orElse(Json.nul()) instanceof JsonObject state) {
            shown.putAll(state.members());
        }
        String item = "";
        if (view.get("item").orElse(Json.nul()) instanceof JsonObject asked) {
            item = asked.text("path");
            if (asked.has("value")) {
                shown.put(item, asked.get("value").orElseThrow());
            }
        }
        return of(shown, item);
    }

    /** A board as a whole, as it stands. */
    public static Reading ofBoard(JsonObject state) {
        Map<String, Json> shown = new LinkedHashMap<>();
        state.members().forEach((name, value) -> shown.put("/" + JsonPointer.escape(name), value));
        return of(shown, "");
    }

    private static Reading of(Map<String, Json> shown, String item) {
        SortedMap<Integer, Boolean> verdicts = new TreeMap<>();
        items(shown, "verdicts", verdict -> verdict).values().forEach(verdict -> {
            if (verdict.get("claim").orElse(Json.nul()) instanceof JsonNumber claim
                    && verdict.get("supported").orElse(Json.nul()) instanceof JsonBoolean supported) {
                verdicts.put(claim.value().intValue(), supported.value());
            }
        });
        return new Reading(
                shown.get("/question") instanceof JsonString question ? question.value() : "",
                items(shown, "paragraphs", Paragraph::read),
                items(shown, "sources", Paragraph::read),
                items(shown, "claims", Claim::read),
                verdicts,
                item);
    }

    /** The objects of an array, which a view may show as a whole or one by one; what makes no sense is left out. */
    private static <T> SortedMap<Integer, T> items(
            Map<String, Json> shown, String name, Function<JsonObject, T> reader) {
        SortedMap<Integer, T> items = new TreeMap<>();
        shown.forEach((place, value) -> {
            List<String> tokens = JsonPointer.parse(place).tokens();
            if (tokens.equals(List.of(name)) && value instanceof JsonArray all) {
                for (int i = 0; i < all.size(); i++) {
                    put(items, i, all.get(i), reader);
                }
            } else if (tokens.size() == 2 && tokens.getFirst().equals(name)) {
                JsonPointer.arrayIndex(tokens.get(1)).ifPresent(index -> put(items, index, value, reader));
            }
        });
        return items;
    }

    private static <T> void put(SortedMap<Integer, T> items, int index, Json value, Function<JsonObject, T> reader) {
        if (value instanceof JsonObject object) {
            try {
                items.put(index, reader.apply(object));
            } catch (FieldException e) {
                items.remove(index);
            }
        }
    }

    /** What is left when some of it is overlooked. */
    public Reading with(
            SortedMap<Integer, Paragraph> seenParagraphs,
            SortedMap<Integer, Paragraph> seenSources,
            SortedMap<Integer, Claim> seenClaims) {
        return new Reading(question, seenParagraphs, seenSources, seenClaims, verdicts, item);
    }

    /** The index in {@link #item()}, if that is an item of this array; else -1. */
    int index(String array) {
        List<String> tokens = JsonPointer.parse(item).tokens();
        return tokens.size() == 2 && tokens.getFirst().equals(array)
                ? JsonPointer.arrayIndex(tokens.get(1)).orElse(-1)
                : -1;
    }
}
