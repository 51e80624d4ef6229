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
 * @param offsets for each topic and partition the first offset that it does not cover
 */
public record Anchor(
        Instant time,
        long boards,
        String root,
        SortedMap<Integer, String> partitions,
        SortedMap<String, SortedMap<Integer, Long>> offsets) {

    /** Whether a record was there when the anchor was made. */
    public boolean covers(LogRecord next) {
        Map<Integer, Long> ends = offsets.get(next.topic());
        return ends != null && next.offset() < ends.getOrDefault(next.partition(), 0L);
    }

    /** Whether another one covers all that this covers. */
    boolean isWithin(Anchor other) {
        return offsets.entrySet().stream().allMatch(topic -> {
            Map<Integer, Long> ends = other.offsets.getOrDefault(topic.getKey(), new TreeMap<>());
            return topic.getValue().entrySet().stream()
                    .allMatch(end -> end.getValue() <= ends.getOrDefault(end.getKey(), 0L));
        });
    }

    public JsonObject toJson() {
        JsonObject.Builder roots = JsonObject.builder();
        partitions.forEach((partition, hash) -> roots.put(Integer.toString(partition), hash));
        JsonObject.Builder ends = JsonObject.builder();
        offsets.forEach((topic, of) -> {
            JsonObject.Builder each = JsonObject.builder();
            of.forEach((partition, offset) -> each.put(Integer.toString(partition), offset));
            ends.put(topic, each.build());
        });
        return JsonObject.builder()
                .put("time", LogHeader.format(time))
                .put("boards", boards)
                .put("root", root)
                .put("partitions", roots.build())
                .put("offsets", ends.build())
                .build();
    }

    /** @throws FieldException if it is none */
    public static Anchor read(JsonObject json) {
        Fields fields = new Fields(json);
        SortedMap<Integer, String> partitions = new TreeMap<>();
        members(fields, "partitions")
                .members()
                .forEach((partition, root) ->
                        partitions.put(number(partition), root instanceof JsonString text ? text.value() : ""));
        SortedMap<String, SortedMap<Integer, Long>> offsets = new TreeMap<>();
        members(fields, "offsets").members().forEach((topic, of) -> {
            SortedMap<Integer, Long> ends = new TreeMap<>();
            if (of instanceof JsonObject each) {
                each.members().forEach((partition, end) -> ends.put(number(partition), offset(end)));
            }
            offsets.put(topic, ends);
        });
        return new Anchor(fields.time("time"), fields.integer("boards"), fields.string("root"), partitions, offsets);
    }

    private static JsonObject members(Fields fields, String name) {
        return fields.json(name) instanceof JsonObject object ? object : JsonObject.EMPTY;
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
