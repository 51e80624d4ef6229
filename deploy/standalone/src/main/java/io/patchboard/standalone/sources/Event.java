package io.patchboard.standalone.sources;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Source;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A record of a user's topic, as expressions see it.
 *
 * @param at where it stands
 * @param time of the record, as its producer or the broker says
 * @param headers by name; of several of one name the last
 * @param body what happened: the record's value, or the data of a CloudEvent
 * @param delivery the id under which somebody has sent it by HTTP; absent if nobody has
 * @param cloud the other attributes of a CloudEvent (1.0), in whichever mode it came; empty if it is none
 */
public record Event(
        Source at,
        Instant time,
        Optional<String> key,
        Map<String, String> headers,
        Json body,
        Optional<String> delivery,
        JsonObject cloud)
        implements Occasion {

    private static final String CONTENT_TYPE = "content-type";
    private static final String STRUCTURED = "application/cloudevents";
    private static final String ATTRIBUTE = "ce_";

    /** Names that expressions may use. */
    static final Set<String> VARIABLES =
            Set.of("event", "ce", "key", "headers", "topic", "partition", "offset", "time");

    /** @param value the record's, read */
    public static Event of(
            Source at,
            Instant time,
            Optional<String> key,
            Map<String, String> headers,
            Optional<String> delivery,
            Json value) {
        String type = headers.getOrDefault(CONTENT_TYPE, "");
        if (type.startsWith(STRUCTURED) && value instanceof JsonObject envelope && envelope.has("specversion")) {
            return new Event(
                    at,
                    time,
                    key,
                    headers,
                    data(envelope),
                    delivery,
                    envelope.without("data").without("data_base64"));
        }
        JsonObject.Builder attributes = JsonObject.builder();
        headers.forEach((name, text) -> {
            if (name.startsWith(ATTRIBUTE)) {
                attributes.put(name.substring(ATTRIBUTE.length()), text);
            }
        });
        return new Event(at, time, key, headers, value, delivery, attributes.build());
    }

    /** Data that is no JSON stays the text that the envelope has it as. */
    private static Json data(JsonObject envelope) {
        return envelope.get("data").or(() -> envelope.get("data_base64")).orElse(Json.nul());
    }

    @Override
    public Map<String, Json> variables() {
        JsonObject.Builder all = JsonObject.builder();
        headers.forEach(all::put);
        return Map.of(
                "event",
                body,
                "ce",
                cloud,
                "key",
                key.map(Json::of).orElse(Json.nul()),
                "headers",
                all.build(),
                "topic",
                Json.of(at.topic()),
                "partition",
                Json.of(at.partition()),
                "offset",
                Json.of(at.offset()),
                "time",
                Json.of(LogHeader.format(time)));
    }

    @Override
    public String id() {
        return delivery.orElseGet(at::toString);
    }

    @Override
    public Optional<Source> place() {
        return Optional.of(at);
    }
}
