package io.patchboard.client.catalog;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogSource;
import io.patchboard.client.log.OrderedTopic;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.FieldException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads and writes the topic of published blueprints. Safe for use by several threads, which take turns.
 */
public final class CatalogTopic implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CatalogTopic.class);

    /** All of it is kept, in one order. */
    private static final Map<String, String> SETTINGS = Map.of(
            "cleanup.policy",
            "delete",
            "retention.ms",
            "-1",
            "retention.bytes",
            "-1",
            "max.message.bytes",
            Integer.toString(ContractLimits.MAX_RECORD_BYTES));

    private final OrderedTopic topic;
    private Catalog catalog = Catalog.EMPTY;

    /** Nothing is connected yet. */
    public CatalogTopic(KafkaConnection connection) {
        this.topic = new OrderedTopic(connection, connection.topics().blueprints(), "patchboard-blueprints", SETTINGS);
    }

    /**
     * All that is published by now.
     *
     * @throws KafkaException if it cannot be read
     */
    public synchronized Catalog read() {
        try {
            topic.readOn(this::take);
            return catalog;
        } catch (KafkaException e) {
            catalog = Catalog.EMPTY; // next time from the beginning
            throw e;
        }
    }

    /** What somebody has written there by hand may be anything. */
    private void take(ConsumerRecord<byte[], byte[]> raw) {
        try {
            Json json = raw.value() == null ? JsonObject.EMPTY : new JsonReader(JsonLimits.DEFAULT).read(raw.value());
            if (!(json instanceof JsonObject entry)) {
                throw new FieldException("", "Expected an object, but got " + json.typeName() + ".");
            }
            catalog = catalog.with(CatalogEntry.read(entry), Instant.ofEpochMilli(raw.timestamp()));
        } catch (JsonSyntaxException | FieldException e) {
            LOG.warn(
                    "Expected a published blueprint at {}, but passed it over: {}",
                    LogSource.place(raw),
                    e.getMessage());
        }
    }

    /**
     * @param isNew whether it was no version before
     */
    public record Published(BlueprintVersion version, boolean isNew) {}

    /**
     * Makes a document the next version of its name, unless it is a version already.
     *
     * @param blueprint a valid one
     * @throws KafkaException if it cannot be written, or read again
     */
    public synchronized Published publish(JsonObject blueprint, String by, Optional<String> reason) {
        CatalogEntry.Published entry = new CatalogEntry.Published(blueprint, by, reason);
        String hash = CanonicalJson.sha256(blueprint);
        Optional<BlueprintVersion> before = read().shelf(entry.name()).flatMap(shelf -> shelf.withHash(hash));
        if (before.isPresent()) {
            return new Published(before.get(), false);
        }
        write(entry);
        return read().shelf(entry.name())
                .flatMap(shelf -> shelf.withHash(hash))
                .map(version -> new Published(version, true))
                .orElseThrow(() -> new KafkaException("Expected to read in " + topic.name()
                        + " what was just written there, but it is gone. Is the topic being deleted?"));
    }

    /**
     * Gives a share of new boards a version; see {@link Shelf#chosen}.
     *
     * @param version one that there is
     * @param share above 0, at most 1
     * @return all of that name, with the rollout
     * @throws KafkaException as of {@link #publish}
     */
    public synchronized Shelf rollOut(BlueprintVersion version, BigDecimal share, String by, Optional<String> reason) {
        write(new CatalogEntry.RolledOut(version.name(), version.version(), share, by, reason));
        return read().shelf(version.name()).orElseThrow();
    }

    private void write(CatalogEntry entry) {
        topic.write(Map.of(entry.name(), JsonWriter.compactBytes(entry.toJson())));
    }

    /** It may be used again. */
    @Override
    public synchronized void close() {
        topic.close();
        catalog = Catalog.EMPTY;
    }
}
