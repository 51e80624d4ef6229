package io.patchboard.client.seal;

import io.patchboard.client.KafkaConnection;
import io.patchboard.json.Digest;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.SealedValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens sealed values, where it may read the keys. Connects when there is something to open, and reads on each time, so
 * that what is erased is opened no more. Safe for use by several threads, which take turns.
 */
public final class Opener implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Opener.class);

    private final KeyTopic keys;
    private boolean told;

    public Opener(KafkaConnection connection) {
        this.keys = new KeyTopic(connection);
    }

    /**
     * A view whose sealed parts were opened.
     *
     * @param view with {@code $unsealed} and {@code $erased} in the places of what was sealed, and in its schemas what
     *     a worker writes there; sealed is what the keys do not open
     * @param schema as the kernel had it
     * @param closed what each that was opened was before, by the digest of what is shown
     */
    public record Opened(JsonObject view, JsonObject schema, Map<Digest, SealedValue> closed) {}

    /**
     * Opens what it may of a worker's view, if it is one of a board that takes sealed values: on others anybody may
     * have put what was sealed elsewhere.
     *
     * @throws org.apache.kafka.common.KafkaException if the keys cannot be read, though they may be
     */
    public Opened open(JsonObject view) {
        if (!isOfSealing(view)) {
            return new Opened(view, JsonObject.EMPTY, Map.of());
        }
        Map<Digest, SealedValue> opened = new LinkedHashMap<>();
        JsonObject shown = (JsonObject) opened(view, opened);
        JsonObject schema = view.object("schema");
        return new Opened(
                schema.isEmpty() ? shown : shown.with("schema", Replacing.in(schema, Opener::toWrite)), schema, opened);
    }

    /** Whether the board takes sealed values, as the kernel says it in each view. */
    public static boolean isOfSealing(JsonObject view) {
        return view.get("sealed").equals(Optional.of(Json.of(true)));
    }

    /** The schema of what becomes a sealed value. */
    private static Optional<Json> toWrite(Json schema) {
        return schema instanceof JsonObject object && object.has(SealedValue.MEMBER)
                ? Optional.of(marked(object.get(SealedValue.MEMBER).orElseThrow()))
                : Optional.empty();
    }

    private static Json marked(Json inside) {
        JsonObject members = JsonObject.builder()
                .put("subject", JsonObject.of("type", Json.of("string")))
                .put("value", inside)
                .build();
        return object(JsonObject.of(SealedValue.UNSEALED, object(members)))
                .with("description", Json.of("A value that is kept sealed, and whom it is about."));
    }

    private static JsonObject object(JsonObject members) {
        return JsonObject.builder()
                .put("type", "object")
                .put("properties", members)
                .put("required", JsonArray.ofStrings(members.names()))
                .put("additionalProperties", false)
                .build();
    }

    private synchronized Json opened(Json value, Map<Digest, SealedValue> opened) {
        if (SealedValue.in(value).isEmpty()) {
            return value;
        }
        Map<String, KeyEntry> known;
        try {
            known = keys.read();
        } catch (TopicAuthorizationException e) {
            if (!told) {
                told = true;
                LOG.info("Sealed values stay sealed: this principal may not read {}.", keys.name());
            }
            return value;
        }
        return Replacing.in(
                value, one -> SealedValue.of(one).map(closed -> shown(closed, known.get(closed.key()), opened)));
    }

    private Json shown(SealedValue closed, KeyEntry key, Map<Digest, SealedValue> opened) {
        Optional<Json> shown = switch (key) {
            case KeyEntry.Erased erased -> Optional.of(erased.inPlace());
            case KeyEntry.Live live -> Aes.open(live, closed).map(value -> unsealed(closed.subject(), value));
            case null -> Optional.empty();
        };
        if (shown.isEmpty()) {
            LOG.warn(
                    "Expected the key {} to open a value about {} that was sealed for board {}, but {}. It stays sealed.",
                    closed.key(),
                    closed.subject(),
                    closed.board(),
                    key == null ? "there is none in " + keys.name() : "that key did not seal it as it is");
        }
        shown.ifPresent(value -> opened.putIfAbsent(value.digest(), closed));
        return shown.orElseGet(closed::toJson);
    }

    private static Json unsealed(String subject, Json value) {
        return JsonObject.of(
                SealedValue.UNSEALED,
                JsonObject.builder().put("subject", subject).put("value", value).build());
    }

    /**
     * What was erased of a value, each subject's erasure once; nothing where the keys may not be read.
     *
     * @throws org.apache.kafka.common.KafkaException if they cannot be read, though they may be
     */
    public synchronized List<KeyEntry.Erased> erased(Json value) {
        List<SealedValue> closed = SealedValue.in(value);
        if (closed.isEmpty()) {
            return List.of();
        }
        try {
            Map<String, KeyEntry> known = keys.read();
            List<KeyEntry.Erased> erased = new ArrayList<>();
            for (SealedValue one : closed) {
                if (known.get(one.key()) instanceof KeyEntry.Erased gone && !erased.contains(gone)) {
                    erased.add(gone);
                }
            }
            return erased;
        } catch (TopicAuthorizationException e) {
            return List.of();
        }
    }

    @Override
    public void close() {
        keys.close();
    }
}
