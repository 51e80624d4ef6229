package io.patchboard.kernel.circuit;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** A circuit as JSON, for the store. It is written with each entry, so lists of fixed form stand in for objects. */
public final class CircuitJson {

    private CircuitJson() {}

    public static JsonObject write(Circuit circuit) {
        return JsonObject.builder()
                .put("workers", array(circuit.workers(), CircuitJson::write))
                .put("triggers", array(circuit.triggers(), CircuitJson::write))
                .put("board", write(circuit.board()))
                .put("states", array(circuit.states(), seen -> row(seen.sequence(), seen.hash())))
                .put(
                        "commits",
                        array(
                                circuit.commits(),
                                link -> row(link.sequence(), link.cause(), link.signature(), link.author())))
                .put("trips", write(circuit.trips()))
                .put("viewPercents", write(circuit.viewPercents()))
                .build();
    }

    /** @param json absent in boards that were stored before there were detectors */
    public static Circuit read(Optional<Json> json) {
        if (json.isEmpty() || !(json.get() instanceof JsonObject object)) {
            return Circuit.EMPTY;
        }
        return new Circuit(
                list(object, "workers", CircuitJson::track),
                list(object, "triggers", CircuitJson::track),
                object.get("board").map(CircuitJson::track).orElse(Track.BOARD),
                list(object, "states", row -> new SeenState(number(row, 0), text(row, 1))),
                list(object, "commits", row -> new Link(number(row, 0), number(row, 1), text(row, 2), text(row, 3))),
                counts(object, "trips"),
                counts(object, "viewPercents"));
    }

    private static Json write(Track track) {
        return row(
                track.subject(),
                array(
                        track.outcomes(),
                        outcome -> row(outcome.sequence(), outcome.version(), outcome.kind(), outcome.about())));
    }

    private static Track track(Json row) {
        return new Track(
                text(row, 0),
                ((JsonArray) item(row, 1))
                        .stream()
                                .map(outcome -> new Outcome(
                                        number(outcome, 0), number(outcome, 1), text(outcome, 2), text(outcome, 3)))
                                .toList());
    }

    private static JsonObject write(Map<String, Integer> counts) {
        JsonObject.Builder json = JsonObject.builder();
        counts.forEach((name, count) -> json.put(name, (long) count));
        return json.build();
    }

    private static SortedMap<String, Integer> counts(JsonObject object, String name) {
        SortedMap<String, Integer> counts = new TreeMap<>();
        if (object.get(name).orElse(Json.nul()) instanceof JsonObject members) {
            members.members().forEach((key, value) -> counts.put(key, (int) number(value)));
        }
        return counts;
    }

    private static Json row(Object... items) {
        return JsonArray.copyOf(List.of(items).stream().map(CircuitJson::json).toList());
    }

    private static Json json(Object item) {
        if (item instanceof Json json) {
            return json;
        }
        return item instanceof Long number ? Json.of(number) : Json.of((String) item);
    }

    private static <T> JsonArray array(List<T> items, Function<T, Json> write) {
        return JsonArray.copyOf(items.stream().map(write).toList());
    }

    private static <T> List<T> list(JsonObject object, String name, Function<Json, T> read) {
        return object.get(name).orElse(JsonArray.EMPTY) instanceof JsonArray items
                ? items.stream().map(read).toList()
                : List.of();
    }

    private static Json item(Json row, int index) {
        return ((JsonArray) row).get(index);
    }

    private static long number(Json row, int index) {
        return number(item(row, index));
    }

    private static long number(Json value) {
        return ((JsonNumber) value).value().longValueExact();
    }

    private static String text(Json row, int index) {
        return ((JsonString) item(row, index)).value();
    }
}
