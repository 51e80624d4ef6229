package io.patchboard.client.log;

import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.record.FieldException;
import io.patchboard.record.Fields;
import io.patchboard.record.LogHeader;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One hash of all boards' logs up to some place, to be kept where who may write to the topics may not. A log that still
 * leads to it has not been changed before that place, whatever hashes were made anew.
 *
 * @param time when it was made; it is no part of the hash
 * @param boards logs that it covers, those of ids that nobody created included
 * @param root over the partitions' roots in their order, in hexadecimal; {@code docs/log-and-hashes.md} says how
 * @param partitions the roots, each over the heads of the boards whose first entry it has, in the order of their ids
 * @param begins for each topic and partition of which the beginning was gone the first offset that was left; it covers
 *     none before
 * @param offsets for each topic and partition the first offset that it does not cover
 */
public record Anchor(
        Instant time,
        long boards,
        String root,
        SortedMap<Integer, String> partitions,
        SortedMap<String, SortedMap<Integer, Long>> begins,
        SortedMap<String, SortedMap<Integer, Long>> offsets) {

    /** Whether a record was there when the anchor was made. */
    public boolean covers(LogRecord next) {
        return next.offset() >= place(begins, next) && next.offset() < place(offsets, next);
    }

    private static long place(Map<String, SortedMap<Integer, Long>> places, LogRecord next) {
        SortedMap<Integer, Long> of = places.get(next.topic());
        return of == null ? 0 : of.getOrDefault(next.partition(), 0L);
    }

    /** Whether another one begins where this does, and covers all that this covers. */
    boolean isWithin(Anchor other) {
        return begins.equals(other.begins)
                && offsets.entrySet().stream().allMatch(topic -> {
                    Map<Integer, Long> ends = other.offsets.getOrDefault(topic.getKey(), new TreeMap<>());
                    return topic.getValue().entrySet().stream()
                            .allMatch(end -> end.getValue() <= ends.getOrDefault(end.getKey(), 0L));
                });
    }

    public JsonObject toJson() {
        JsonObject.Builder roots = JsonObject.builder();
        partitions.forEach((partition, hash) -> roots.put(Integer.toString(partition), hash));
        return JsonObject.builder()
                .put("time", LogHeader.format(time))
                .put("boards", boards)
                .put("root", root)
                .put("partitions", roots.build())
                .putIfPresent("begins", Optional.of(json(begins)).filter(any -> !begins.isEmpty()))
                .put("offsets", json(offsets))
                .build();
    }

    private static JsonObject json(SortedMap<String, SortedMap<Integer, Long>> places) {
        JsonObject.Builder topics = JsonObject.builder();
        places.forEach((topic, of) -> {
            JsonObject.Builder each = JsonObject.builder();
            of.forEach((partition, offset) -> each.put(Integer.toString(partition), offset));
            topics.put(topic, each.build());
        });
        return topics.build();
    }

    /** @throws FieldException if it is none */
    public static Anchor read(JsonObject json) {
        Fields fields = new Fields(json);
        SortedMap<Integer, String> partitions = new TreeMap<>();
        members(fields.json("partitions"))
                .forEach((partition, root) ->
                        partitions.put(number(partition), root instanceof JsonString text ? text.value() : ""));
        return new Anchor(
                fields.time("time"),
                fields.integer("boards"),
                fields.string("root"),
                partitions,
                places(fields.optionalJson("begins").orElse(JsonObject.EMPTY)),
                places(fields.json("offsets")));
    }

    private static SortedMap<String, SortedMap<Integer, Long>> places(Json json) {
        SortedMap<String, SortedMap<Integer, Long>> places = new TreeMap<>();
        members(json).forEach((topic, of) -> {
            SortedMap<Integer, Long> each = new TreeMap<>();
            members(of).forEach((partition, offset) -> each.put(number(partition), offset(offset)));
            places.put(topic, each);
        });
        return places;
    }

    private static Map<String, Json> members(Json json) {
        return json instanceof JsonObject object ? object.members() : Map.of();
    }

    private static int number(String text) {
        if (!text.matches("\\d{1,9}")) {
            throw new FieldException("", "Expected the number of a partition, but got \"" + text + "\".");
        }
        return Integer.parseInt(text);
    }

    private static long offset(Json end) {
        return end instanceof JsonNumber number ? number.value().longValue() : 0;
    }
}
