package io.patchboard.examples.view;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonString;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The view of an invocation whose state is small enough to be shown whole. */
public record Shown(JsonPlace view) {

    /** @param view as the kernel builds it */
    public static Shown of(JsonObject view) {
        return new Shown(JsonPlace.of(view));
    }

    /** A value of the state that the read contract names. */
    public JsonPlace part(String pointer) {
        return view.into("state").into(pointer);
    }

    /** A whole number there; 0 if there is none. */
    public int number(String pointer) {
        return part(pointer).amount().map(number -> number.intValueExact()).orElse(0);
    }

    /** What the worker was invited for. */
    public JsonPlace item() {
        return view.into("item").into("value");
    }

    /** Which item of its list that is. */
    public int itemIndex() {
        String path = view.into("item").text("path").orElseThrow();
        return Integer.parseInt(path.substring(path.lastIndexOf('/') + 1));
    }

    /** The places that the worker may change, of one with a neighbourhood. */
    public Optional<Set<String>> places() {
        return view.child("neighbourhood")
                .map(near -> near.items("places").stream()
                        .flatMap(place -> place.text().stream())
                        .collect(Collectors.toUnmodifiableSet()));
    }

    /** An operation of a patch. */
    public static JsonObject op(String op, String path, Json value) {
        return JsonObject.of("op", Json.of(op)).with("path", Json.of(path)).with("value", value);
    }

    /** A validator's verdict on what it was invited for. */
    public JsonArray verdict(List<String> errors) {
        return JsonArray.of(op(
                "add",
                "/verdicts/-",
                JsonObject.builder()
                        .put("plan", itemIndex())
                        .put("valid", errors.isEmpty())
                        .put("errors", JsonArray.ofStrings(errors))
                        .build()));
    }

    /** The texts of a list. */
    public static List<String> texts(JsonPlace list) {
        return list.items().stream()
                .map(JsonPlace::value)
                .filter(JsonString.class::isInstance)
                .map(text -> ((JsonString) text).value())
                .toList();
    }
}
