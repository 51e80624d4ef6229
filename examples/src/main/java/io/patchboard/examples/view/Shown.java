package io.patchboard.examples.view;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonString;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

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

    /** Whether the worker may change this place: one without a neighbourhood may change all. */
    public boolean mayChange(String place) {
        return view.child("neighbourhood")
                .map(near -> near.items("places").stream()
                        .flatMap(one -> one.text().stream())
                        .anyMatch(place::equals))
                .orElse(true);
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

    /** A whole number that has to be there. */
    public static int number(JsonPlace place, String name) {
        return whole(place.into(name));
    }

    /** A number that is a whole one. */
    public static int whole(JsonPlace number) {
        return number.amount().orElseThrow().intValueExact();
    }

    /** What is made of each member, in the order of their names. */
    public static <T> Map<String, T> byName(JsonPlace members, Function<JsonPlace, T> read) {
        Map<String, T> all = new TreeMap<>();
        members.members().forEach(member -> all.put(member.name(), read.apply(member)));
        return all;
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
