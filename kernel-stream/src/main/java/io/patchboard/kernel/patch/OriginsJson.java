package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.record.Fields;
import io.patchboard.record.Provenance;
import io.patchboard.record.Taint;
import io.patchboard.record.Word;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * {@link Origins} as JSON: {@code {"entries": [[27, "extractor", 25, "/sources/3"], ...], "root": NODE}}.
 *
 * <p>An entry has its sequence, worker, of what the worker was invoked for sequence and path, and a list of what taints
 * the values and whether they are degraded, as far as there are any. A node is the place of its origin in that list, or
 * {@code [own, latest, {"name": NODE}]}, or {@code [own, latest, [gap, NODE, ...]]}.
 */
final class OriginsJson {

    private static final Json DEGRADED = Json.of(Provenance.DEGRADED.word());

    private OriginsJson() {}

    static JsonObject write(Origins origins) {
        Map<Origin, Integer> numbers = new LinkedHashMap<>();
        Json root = write(origins.root(), numbers);
        return JsonObject.builder()
                .put(
                        "entries",
                        JsonArray.copyOf(numbers.keySet().stream()
                                .map(OriginsJson::write)
                                .toList()))
                .put("root", root)
                .putIfPresent("levels", origins.isCut() ? Optional.of(Json.of(origins.levels())) : Optional.empty())
                .build();
    }

    private static Json write(Origin origin) {
        List<Json> fields = new ArrayList<>();
        fields.add(Json.of(origin.sequence()));
        if (origin.worker().isPresent()) {
            fields.add(Json.of(origin.worker().get()));
        }
        origin.source().ifPresent(source -> {
            fields.add(Json.of(source.sequence()));
            source.path().ifPresent(path -> fields.add(Json.of(path)));
        });
        List<String> marks = new ArrayList<>(Taint.words(origin.taint()));
        marks.addAll(Provenance.words(Provenance.of(origin.degraded())));
        if (!marks.isEmpty()) {
            fields.add(JsonArray.ofStrings(marks));
        }
        return JsonArray.copyOf(fields);
    }

    private static Json write(OriginNode node, Map<Origin, Integer> numbers) {
        Json own = number(node.own(), numbers);
        if (node.isUniform()) {
            return own;
        }
        return JsonArray.of(own, number(node.latest(), numbers), write(node.parts(), numbers));
    }

    private static Json number(Origin origin, Map<Origin, Integer> numbers) {
        Integer known = numbers.putIfAbsent(origin, numbers.size());
        return Json.of(known == null ? numbers.size() - 1 : known);
    }

    private static Json write(OriginRow parts, Map<Origin, Integer> numbers) {
        if (parts.hasNames()) {
            JsonObject.Builder members = JsonObject.builder();
            parts.forEach(entry -> members.put(entry.name(), write(entry.node(), numbers)));
            return members.build();
        }
        List<Json> items = new ArrayList<>();
        parts.forEach(entry -> {
            items.add(Json.of(entry.gap()));
            items.add(write(entry.node(), numbers));
        });
        return JsonArray.copyOf(items);
    }

    static Origins read(JsonObject json) {
        Fields fields = new Fields(json);
        List<Origin> entries = ((JsonArray) fields.json("entries"))
                .stream().map(entry -> origin((JsonArray) entry)).toList();
        return new Origins(
                node(fields.json("root"), entries),
                fields.optionalInteger("levels").map(Math::toIntExact).orElse(Integer.MAX_VALUE));
    }

    private static Origin origin(JsonArray fields) {
        Optional<String> worker = Optional.empty();
        Optional<Origin.Source> source = Optional.empty();
        Set<Taint> taint = Set.of();
        boolean degraded = false;
        for (int i = 1; i < fields.size(); i++) {
            if (fields.get(i) instanceof JsonArray words) {
                degraded = words.stream().anyMatch(DEGRADED::equals);
                taint = words.stream()
                        .filter(word -> !word.equals(DEGRADED))
                        .map(word -> Word.of(Taint.class, ((JsonString) word).value()))
                        .collect(Collectors.toUnmodifiableSet());
            } else if (fields.get(i) instanceof JsonString text && source.isEmpty()) {
                worker = Optional.of(text.value());
            } else if (fields.get(i) instanceof JsonString path) {
                source = Optional.of(new Origin.Source(source.get().sequence(), Optional.of(path.value())));
            } else {
                source = Optional.of(new Origin.Source(number(fields.get(i)), Optional.empty()));
            }
        }
        return new Origin(number(fields.get(0)), worker, source, taint, degraded);
    }

    private static OriginNode node(Json json, List<Origin> entries) {
        if (json instanceof JsonNumber) {
            return OriginNode.of(entries.get(Math.toIntExact(number(json))));
        }
        JsonArray node = (JsonArray) json;
        return new OriginNode(
                entries.get(Math.toIntExact(number(node.get(0)))),
                entries.get(Math.toIntExact(number(node.get(1)))),
                parts(node.get(2), entries));
    }

    private static OriginRow parts(Json json, List<Origin> entries) {
        List<OriginRow.Entry> parts = new ArrayList<>();
        if (json instanceof JsonObject members) {
            new TreeMap<>(members.members())
                    .forEach((name, node) -> parts.add(new OriginRow.Entry(name, 0, node(node, entries))));
        } else {
            JsonArray items = (JsonArray) json;
            for (int i = 0; i < items.size(); i += 2) {
                parts.add(new OriginRow.Entry(
                        null, Math.toIntExact(number(items.get(i))), node(items.get(i + 1), entries)));
            }
        }
        return OriginRow.of(parts);
    }

    private static long number(Json json) {
        return ((JsonNumber) json).value().longValueExact();
    }
}
