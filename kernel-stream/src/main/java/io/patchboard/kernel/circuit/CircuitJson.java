package io.patchboard.kernel.circuit;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.record.Fields;
import java.util.ArrayList;
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
                .put("states", array(circuit.states(), CircuitJson::write))
                .put("commits", array(circuit.commits(), CircuitJson::write))
                .put("trips", write(circuit.trips().counts()))
                .put("viewPercents", write(circuit.viewPercents()))
                .putIfPresent(
                        "switches",
                        Optional.of(circuit.switches().inOrder())
                                .filter(switches -> !switches.isEmpty())
                                .map(switches -> array(switches, CircuitJson::write)))
                .build();
    }

    public static Circuit read(Fields fields) {
        return new Circuit(
                ring(fields.json("workers"), CircuitJson::track),
                ring(fields.json("triggers"), CircuitJson::track),
                track(fields.json("board")),
                SeenStates.copyOf(list(
                        fields.json("states"), row -> new SeenState(number(row, 0), Keys.number(text(row, 1))))),
                Links.copyOf(list(
                        fields.json("commits"),
                        row -> new Link(
                                number(row, 0), number(row, 1), Keys.readSignature(text(row, 2)), text(row, 3)))),
                new Trips(counts(fields.json("trips"))),
                counts(fields.json("viewPercents")),
                fields.optionalJson("switches")
                        .map(rows -> new Switches(ring(
                                rows, row -> new Switched(number(row, 0), text(row, 1), text(row, 2), text(row, 3)))))
                        .orElse(Switches.NONE));
    }

    private static Json write(Switched switched) {
        return JsonArray.of(
                Json.of(switched.sequence()),
                Json.of(switched.from()),
                Json.of(switched.rule()),
                Json.of(switched.to()));
    }

    private static Json write(Track track) {
        return JsonArray.of(Json.of(track.subject()), array(track.outcomes(), CircuitJson::write));
    }

    private static Json write(Outcome outcome) {
        return JsonArray.of(
                Json.of(outcome.sequence()),
                Json.of(outcome.version()),
                Json.of(outcome.kind()),
                Json.of(outcome.about()));
    }

    private static Json write(SeenState seen) {
        return JsonArray.of(Json.of(seen.sequence()), Json.of(Keys.digits(seen.hash())));
    }

    private static Json write(Link link) {
        return JsonArray.of(
                Json.of(link.sequence()),
                Json.of(link.cause()),
                Json.of(Keys.signature(link.signature())),
                Json.of(link.author()));
    }

    private static Track track(Json row) {
        return new Track(
                text(row, 0),
                ring(
                        item(row, 1),
                        outcome -> new Outcome(
                                number(outcome, 0), number(outcome, 1), text(outcome, 2), text(outcome, 3))));
    }

    private static JsonObject write(Map<String, Integer> counts) {
        JsonObject.Builder json = JsonObject.builder();
        counts.forEach((name, count) -> json.put(name, (long) count));
        return json.build();
    }

    private static SortedMap<String, Integer> counts(Json json) {
        SortedMap<String, Integer> counts = new TreeMap<>();
        ((JsonObject) json).members().forEach((key, value) -> counts.put(key, (int) number(value)));
        return counts;
    }

    private static <T> JsonArray array(List<T> items, Function<T, Json> write) {
        List<Json> written = new ArrayList<>(items.size());
        for (T item : items) {
            written.add(write.apply(item));
        }
        return JsonArray.copyOf(written);
    }

    private static <T extends Ring.Item> Ring<T> ring(Json rows, Function<Json, T> read) {
        return Ring.copyOf(list(rows, read));
    }

    private static <T> List<T> list(Json rows, Function<Json, T> read) {
        return ((JsonArray) rows).stream().map(read).toList();
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
