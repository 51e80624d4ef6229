package io.patchboard.gateway.runner.llm;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Marks the untrusted texts of a view (spotlighting): each stands between two marks that nobody could know who wrote
 * it, since they are made of the invocation's id, which came later and cannot be guessed.
 */
final class Spotlight {

    private static final int MARK_CHARS = 10;

    private final String mark;

    private Spotlight(String mark) {
        this.mark = mark;
    }

    static Spotlight of(String invocationId) {
        return new Spotlight(CanonicalJson.sha256(("spotlight " + invocationId).getBytes(UTF_8))
                .substring(0, MARK_CHARS));
    }

    String mark() {
        return mark;
    }

    /**
     * The view with marks around each text in a place that it says is untrusted, and around what it quotes of values
     * that it does not show. Where it does not say which are, as there are too many or there was no room, around all.
     *
     * @param view of an invocation that untrusted words taint
     */
    JsonObject on(JsonObject view) {
        List<JsonPointer> places = view.get("untrusted").orElse(Json.nul()) instanceof JsonArray listed
                ? listed.stream()
                        .map(place -> JsonPointer.parse(((JsonString) place).value()))
                        .toList()
                : List.of(JsonPointer.ROOT);
        Map<String, Json> lit = new LinkedHashMap<>();
        view.members()
                .forEach((name, value) -> lit.put(
                        name,
                        switch (name) {
                            case "item" -> item(value, places);
                            case "items" -> items(value, places);
                            case "state" -> state(value, places);
                            case "summaries", "dependencies" -> labels(value);
                            default -> value;
                        }));
        return JsonObject.copyOf(lit);
    }

    private Json items(Json items, List<JsonPointer> places) {
        return items instanceof JsonArray array
                ? JsonArray.copyOf(
                        array.stream().map(item -> item(item, places)).toList())
                : items;
    }

    private Json item(Json item, List<JsonPointer> places) {
        return item instanceof JsonObject object
                        && object.get("path").orElse(Json.nul()) instanceof JsonString path
                        && object.has("value")
                ? object.with(
                        "value",
                        marked(
                                JsonPointer.parse(path.value()),
                                object.get("value").orElseThrow(),
                                places))
                : item;
    }

    private Json state(Json state, List<JsonPointer> places) {
        if (!(state instanceof JsonObject object)) {
            return state;
        }
        Map<String, Json> values = new LinkedHashMap<>();
        object.members().forEach((place, value) -> values.put(place, marked(JsonPointer.parse(place), value, places)));
        return JsonObject.copyOf(values);
    }

    /** Of handles, which quote the value that they stand for. */
    private Json labels(Json handles) {
        return switch (handles) {
            case JsonObject object -> {
                Map<String, Json> members = new LinkedHashMap<>();
                object.members()
                        .forEach((name, member) ->
                                members.put(name, name.equals("label") ? all(member) : labels(member)));
                yield JsonObject.copyOf(members);
            }
            case JsonArray array ->
                JsonArray.copyOf(array.stream().map(this::labels).toList());
            default -> handles;
        };
    }

    private Json marked(JsonPointer at, Json value, List<JsonPointer> places) {
        if (places.stream().anyMatch(place -> place.isPrefixOf(at))) {
            return all(value);
        }
        if (places.stream().noneMatch(at::isPrefixOf)) {
            return value;
        }
        return switch (value) {
            case JsonObject object -> {
                Map<String, Json> members = new LinkedHashMap<>();
                object.members().forEach((name, member) -> members.put(name, marked(at.child(name), member, places)));
                yield JsonObject.copyOf(members);
            }
            case JsonArray array -> {
                Json[] items = new Json[array.size()];
                for (int i = 0; i < items.length; i++) {
                    items[i] = marked(at.child(i), array.get(i), places);
                }
                yield JsonArray.of(items);
            }
            default -> value;
        };
    }

    private Json all(Json value) {
        return switch (value) {
            case JsonString text -> Json.of("<" + mark + ">" + text.value() + "</" + mark + ">");
            case JsonObject object -> {
                Map<String, Json> members = new LinkedHashMap<>();
                object.members().forEach((name, member) -> members.put(name, all(member)));
                yield JsonObject.copyOf(members);
            }
            case JsonArray array ->
                JsonArray.copyOf(array.stream().map(this::all).toList());
            default -> value;
        };
    }
}
