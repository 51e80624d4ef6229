package io.patchboard.experiments.jobshop;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/**
 * What a worker of the job shop is shown: the state as far as its view has it, put together again from its parts.
 *
 * @param state by the names of its members
 * @param itemPath JSON Pointer to what the worker was invited for
 * @param places that it may change, of a worker with a neighbourhood
 * @param told the makespan of the best schedule that a search has found so far, now and then
 */
record ShopView(JsonObject state, String itemPath, Optional<Set<String>> places, IntConsumer told) {

    private static final Set<String> LISTS = Set.of("disruptions", "plans", "verdicts", "upcoming");

    static ShopView of(JsonObject view) {
        Map<String, Json> shown = new TreeMap<>(); // what contains before what it contains
        JsonObject item = ShopState.object(view, "item");
        item.get("value").ifPresent(value -> shown.put(ShopState.text(item, "path"), value));
        shown.putAll(ShopState.object(view, "state").members());
        JsonObject state = JsonObject.EMPTY;
        for (Map.Entry<String, Json> part : shown.entrySet()) {
            state = (JsonObject) with(state, JsonPointer.parse(part.getKey()).tokens(), part.getValue());
        }
        for (String list : LISTS) {
            if (state.get(list).orElse(JsonArray.EMPTY) instanceof JsonObject byIndex) {
                state = state.with(list, listed(byIndex));
            }
        }
        return new ShopView(
                state,
                ShopState.text(item, "path"),
                view.get("neighbourhood")
                        .map(bound -> ShopState.array((JsonObject) bound, "places").stream()
                                .map(place -> ((JsonString) place).value())
                                .collect(Collectors.toUnmodifiableSet())),
                makespan -> {});
    }

    private static Json with(Json whole, List<String> path, Json value) {
        if (path.isEmpty()) {
            return value;
        }
        List<String> rest = path.subList(1, path.size());
        if (whole instanceof JsonArray array) {
            return array; // its items are in it
        }
        JsonObject object = whole instanceof JsonObject before ? before : JsonObject.EMPTY;
        Json inside = object.get(path.get(0)).orElse(JsonObject.EMPTY);
        return object.with(path.get(0), with(inside, rest, value));
    }

    private static JsonArray listed(JsonObject byIndex) {
        Map<Integer, Json> sorted = new TreeMap<>();
        byIndex.members().forEach((index, value) -> sorted.put(Integer.parseInt(index), value));
        return JsonArray.copyOf(sorted.values());
    }

    ShopView telling(IntConsumer listener) {
        return new ShopView(state, itemPath, places, listener);
    }

    Situation situation() {
        return ShopState.read(state);
    }

    /** The operations whose times may be changed. */
    Set<Op> movable(Instance instance) {
        Set<Op> movable = new HashSet<>(instance.ops());
        places.ifPresent(near -> movable.removeIf(op -> !near.contains(place(instance, op))));
        return movable;
    }

    static String place(Instance instance, Op op) {
        return "/schedule/" + Names.machine(instance.step(op).machine()) + "/times/" + Names.job(op.job());
    }
}
