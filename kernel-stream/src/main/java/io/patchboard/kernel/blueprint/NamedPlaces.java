package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All places that a patch names as it was sent; what it means may be elsewhere by now, under another name.
 *
 * @param state that tells which of their tokens are indices
 */
record NamedPlaces(List<JsonPointer> places, Json state) {

    static NamedPlaces in(Json sent, Json state) {
        List<JsonPointer> places = new ArrayList<>();
        if (sent instanceof JsonArray operations) {
            for (Json each : operations) {
                if (each instanceof JsonObject operation) {
                    Json value = operation.get("value").orElse(Json.nul());
                    Stream.of(operation.get("path"), operation.get("from"), Optional.of(value), member(value, "handle"))
                            .flatMap(Optional::stream)
                            .filter(JsonString.class::isInstance)
                            .forEach(text -> places.add(Disclosure.pointer(((JsonString) text).value())));
                }
            }
        }
        return new NamedPlaces(places, state);
    }

    private static Optional<Json> member(Json value, String name) {
        return value instanceof JsonObject object ? object.get(name) : Optional.empty();
    }

    /** Whether a place is on the way to one of them, whatever its indices are by now. */
    boolean have(JsonPointer place) {
        List<Boolean> indices = indices(place);
        return places.stream().anyMatch(path -> isOnTheWay(place.tokens(), path.tokens(), indices));
    }

    /** Of each token of a place whether it is an index of an array; elsewhere digits are a name like any other. */
    List<Boolean> indices(JsonPointer place) {
        List<Boolean> indices = new ArrayList<>();
        Json parent = state;
        for (String token : place.tokens()) {
            indices.add(parent instanceof JsonArray);
            parent = new JsonPointer(List.of(token)).resolve(parent).orElse(Json.nul());
        }
        return indices;
    }

    private static boolean isOnTheWay(List<String> place, List<String> path, List<Boolean> indices) {
        boolean isSame = place.size() <= path.size();
        for (int i = 0; isSame && i < place.size(); i++) {
            isSame = place.get(i).equals(path.get(i)) || indices.get(i) && isIndex(path.get(i));
        }
        return isSame;
    }

    private static boolean isIndex(String token) {
        return token.equals(JsonPointer.END) || JsonPointer.arrayIndex(token).isPresent();
    }
}
