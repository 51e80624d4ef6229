package io.patchboard.experiments.household;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.record.FieldException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What a worker knows: what its view shows, and no more.
 *
 * @param steps in their order; those that the view leaves out are not there
 * @param admissible commands that can be given now; none if the view does not show them
 * @param itemPath JSON Pointer to what it was invited for; empty for the board as a whole
 * @param action the command of the action that it was invited for
 * @param instead what the latest hint advises, if the worker was invited for it
 * @param hints how many hints it sees
 * @param mistakes that it is to make, for a demonstration
 */
public record Sight(
        String task,
        Optional<Plan> plan,
        List<Step> steps,
        List<String> admissible,
        String itemPath,
        Optional<String> action,
        Optional<String> instead,
        int hints,
        List<String> mistakes) {

    /** @param view as the kernel builds it */
    public static Sight of(JsonObject view) {
        Map<String, Json> shown = new LinkedHashMap<>(view.object("state").members());
        JsonObject item = view.object("item");
        String path = item.text("path");
        item.get("value").ifPresent(value -> shown.put(path, value));
        TreeMap<Integer, Step> steps = new TreeMap<>();
        items(shown, "observations")
                .forEach((index, step) -> read(step, Step::read).ifPresent(known -> steps.put(index, known)));
        Map<Integer, JsonObject> hints = items(shown, "hints");
        return new Sight(
                shown.get("/task") instanceof JsonString task ? task.value() : "",
                shown.get("/plan") instanceof JsonObject plan ? read(plan, Plan::read) : Optional.empty(),
                List.copyOf(steps.values()),
                strings(shown, "/admissible"),
                path,
                member(items(shown, "actions"), path, "/actions/", "command"),
                member(hints, path, "/hints/", "instead"),
                hints.size(),
                strings(shown, "/mistakes"));
    }

    /** What is left when some of it is overlooked. */
    public Sight with(Optional<Plan> rememberedPlan, List<Step> rememberedSteps, List<String> rememberedCommands) {
        return new Sight(
                task, rememberedPlan, rememberedSteps, rememberedCommands, itemPath, action, instead, hints, mistakes);
    }

    /** What makes no sense is no knowledge. */
    private static <T> Optional<T> read(JsonObject json, Function<JsonObject, T> reader) {
        try {
            return Optional.of(reader.apply(json));
        } catch (FieldException e) {
            return Optional.empty();
        }
    }

    /** The objects of an array, which a view may show as a whole or one by one. */
    private static Map<Integer, JsonObject> items(Map<String, Json> shown, String name) {
        Map<Integer, JsonObject> items = new TreeMap<>();
        shown.forEach((place, value) -> {
            List<String> tokens = JsonPointer.parse(place).tokens();
            if (!tokens.isEmpty() && tokens.getFirst().equals(name)) {
                if (tokens.size() == 1 && value instanceof JsonArray all) {
                    for (int i = 0; i < all.size(); i++) {
                        put(items, i, all.get(i));
                    }
                } else if (tokens.size() == 2) {
                    JsonPointer.arrayIndex(tokens.get(1)).ifPresent(index -> put(items, index, value));
                }
            }
        });
        return items;
    }

    private static Optional<String> member(Map<Integer, JsonObject> items, String path, String array, String name) {
        return path.startsWith(array)
                ? Optional.ofNullable(items.get(
                                Integer.parseInt(path.substring(array.length()).split("/")[0])))
                        .map(item -> item.text(name))
                : Optional.empty();
    }

    private static void put(Map<Integer, JsonObject> items, int index, Json value) {
        if (value instanceof JsonObject object) {
            items.put(index, object);
        }
    }

    /** The texts of an array, which a view may show as a whole or, as far as there is room, one by one. */
    private static List<String> strings(Map<String, Json> shown, String place) {
        List<Json> all = new ArrayList<>();
        if (shown.get(place) instanceof JsonArray array) {
            all.addAll(array.items());
        } else {
            shown.forEach((pointer, value) -> {
                if (pointer.startsWith(place + "/")) {
                    all.add(value);
                }
            });
        }
        return all.stream()
                .filter(JsonString.class::isInstance)
                .map(text -> ((JsonString) text).value())
                .toList();
    }
}
