package io.patchboard.gateway.limit;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Fields;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What members tell and hear, on its way. */
final class Wire {

    private static final String LIMITS = "limits";
    private static final String ALL = "all";

    private Wire() {}

    /** @param number of its kind; Kafka asks nobody about a member that says what it said before */
    static ByteBuffer told(Told told, long number) {
        return bytes(told.toJson().with("number", Json.of(number)));
    }

    static Told told(ByteBuffer bytes) {
        return Told.read(fields(bytes));
    }

    static ByteBuffer shares(Map<String, Share> shares) {
        return bytes(limits(JsonObject.builder(), shares, Share::toJson));
    }

    static Map<String, Share> shares(ByteBuffer bytes) {
        return limits(fields(bytes), Share::read);
    }

    /** For who only listens. */
    static ByteBuffer all(Collection<Told> all) {
        JsonObject.Builder json = JsonObject.builder()
                .put(ALL, JsonArray.copyOf(all.stream().map(Told::toJson).toList()));
        return bytes(limits(json, Map.<String, Share>of(), Share::toJson));
    }

    /** Absent if the leader is of a version that does not tell. */
    static Optional<List<Told>> all(ByteBuffer bytes) {
        Fields fields = fields(bytes);
        return fields.names().contains(ALL) ? Optional.of(fields.records(ALL, Told::read)) : Optional.empty();
    }

    static <T> JsonObject limits(JsonObject.Builder beside, Map<String, T> values, Function<T, JsonObject> write) {
        JsonObject.Builder limits = JsonObject.builder();
        values.forEach((name, value) -> limits.put(name, write.apply(value)));
        return beside.put(LIMITS, limits.build()).build();
    }

    static <T> Map<String, T> limits(Fields fields, Function<Fields, T> read) {
        Map<String, T> values = new HashMap<>();
        ((JsonObject) fields.json(LIMITS))
                .members()
                .forEach((name, value) -> values.put(name, read.apply(new Fields((JsonObject) value))));
        return values;
    }

    private static ByteBuffer bytes(JsonObject json) {
        return ByteBuffer.wrap(CanonicalJson.bytes(json));
    }

    private static Fields fields(ByteBuffer bytes) {
        String text = StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
        return new Fields((JsonObject) JsonReader.parse(text));
    }
}
