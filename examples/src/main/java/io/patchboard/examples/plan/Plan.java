package io.patchboard.examples.plan;

import io.patchboard.examples.view.Shown;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Patches of a plan that stands in the state part by part, each carrier's under its name, with a line in {@code /plans}
 * for each time that it was made or mended.
 *
 * @param parts where they stand, such as {@code trips}
 * @param measure what the line has of the whole, such as {@code km}
 * @param takes how much of that a part takes
 * @param json what stands in the state
 */
public record Plan<T>(String parts, String measure, ToIntFunction<T> takes, Function<T, Json> json) {

    /**
     * All parts.
     *
     * @param others operations that go along
     */
    public JsonArray made(Map<String, T> all, String note, JsonObject... others) {
        Map<String, Json> written = new LinkedHashMap<>();
        all.forEach((carrier, part) -> written.put(carrier, json.apply(part)));
        List<Json> patch = new ArrayList<>();
        patch.add(Shown.op("replace", "/" + parts, JsonObject.copyOf(written)));
        patch.addAll(List.of(others));
        patch.add(line("planner", all, note));
        return JsonArray.copyOf(patch);
    }

    /**
     * Those parts that are others than before, which takes into account what the worker was invited for.
     *
     * @param found of some carriers
     */
    public JsonArray mended(Shown shown, Map<String, T> before, Map<String, T> found) {
        List<Json> patch = new ArrayList<>();
        Map<String, T> all = new LinkedHashMap<>(before);
        found.forEach((carrier, part) -> {
            if (!part.equals(all.put(carrier, part))) {
                patch.add(Shown.op("replace", place(carrier), json.apply(part)));
            }
        });
        String note = patch.size() + " of " + found.size() + " " + parts + " are others";
        patch.add(Shown.op("replace", "/accounts", Json.of((long) shown.itemIndex() + 1)));
        patch.add(line("repair", all, note));
        return JsonArray.copyOf(patch);
    }

    /** Where a carrier's part stands. */
    public String place(String carrier) {
        return "/" + parts + "/" + carrier;
    }

    private JsonObject line(String by, Map<String, T> all, String note) {
        return Shown.op(
                "add",
                "/plans/-",
                JsonObject.builder()
                        .put("by", by)
                        .put(measure, all.values().stream().mapToInt(takes).sum())
                        .put("note", note)
                        .build());
    }
}
