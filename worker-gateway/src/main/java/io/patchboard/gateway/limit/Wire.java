package io.patchboard.gateway.limit;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Fields;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Stakes and shares on their way, by limit. */
final class Wire {

    private static final String LIMITS = "limits";

    private Wire() {}

    /** @param number of its kind; Kafka asks nobody about a member that says what it said before */
    static ByteBuffer stakes(Map<String, Stake> stakes, long number) {
        return bytes(JsonObject.builder().put("number", number), stakes, Stake::toJson);
    }

    static ByteBuffer shares(Map<String, Share> shares) {
        return bytes(JsonObject.builder(), shares, Share::toJson);
    }

    static Map<String, Stake> stakes(ByteBuffer bytes) {
        return read(bytes, Stake::read);
    }

    static Map<String, Share> shares(ByteBuffer bytes) {
        return read(bytes, Share::read);
    }

    private static <T> ByteBuffer bytes(
            JsonObject.Builder beside, Map<String, T> values, Function<T, JsonObject> write) {
        JsonObject.Builder limits = JsonObject.builder();
        values.forEach((name, value) -> limits.put(name, write.apply(value)));
        return ByteBuffer.wrap(
                CanonicalJson.bytes(beside.put(LIMITS, limits.build()).build()));
    }

    private static <T> Map<String, T> read(ByteBuffer bytes, Function<Fields, T> read) {
        String text = StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
        JsonObject limits =
                (JsonObject) ((JsonObject) JsonReader.parse(text)).get(LIMITS).orElseThrow();
        Map<String, T> values = new HashMap<>();
        limits.members().forEach((name, value) -> values.put(name, read.apply(new Fields((JsonObject) value))));
        return values;
    }
}
