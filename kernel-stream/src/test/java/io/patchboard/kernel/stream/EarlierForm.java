package io.patchboard.kernel.stream;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A stored board as an earlier version had it: without who wrote what of the state and where things moved lately,
 * without the places of what was rejected, and in {@code v1} without what would be done if it were reopened.
 */
final class EarlierForm {

    private EarlierForm() {}

    static JsonObject of(JsonObject board, String version, boolean ended) {
        boolean first = version.equals("v1");
        JsonObject all = object(board, "work");
        JsonObject work = first ? without(all, Set.of("abandoned")) : all;
        JsonObject present = without(object(board, "present"), Set.of("origins"));
        JsonObject memory = object(board, "memory");
        JsonObject.Builder feedback = JsonObject.builder();
        object(memory, "feedback")
                .members()
                .forEach((worker, rejections) -> feedback.put(
                        worker,
                        each(rejections, one -> without(one, Set.of("sequence", "author", "trigger", "places")))));
        return board.with("work", first && ended ? work.with("held", JsonArray.EMPTY) : work)
                .with(
                        "present",
                        present.with(
                                "recent",
                                each(
                                        present.get("recent").orElseThrow(),
                                        change -> without(change, Set.of("relocation")))))
                .with("memory", memory.with("feedback", feedback.build()));
    }

    private static JsonObject object(JsonObject owner, String name) {
        return (JsonObject) owner.get(name).orElseThrow();
    }

    private static JsonArray each(Json items, UnaryOperator<JsonObject> change) {
        return JsonArray.copyOf(((JsonArray) items)
                .stream().map(item -> (Json) change.apply((JsonObject) item)).toList());
    }

    private static JsonObject without(JsonObject object, Set<String> names) {
        JsonObject.Builder left = JsonObject.builder();
        object.members().forEach((name, value) -> {
            if (!names.contains(name)) {
                left.put(name, value);
            }
        });
        return left.build();
    }
}
