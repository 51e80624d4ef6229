package io.patchboard.client.catalog;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogSource;
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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads and writes the topic of published blueprints. Whoever publishes first makes it; where there is none, nothing
 * was published. Safe for use by several threads, which take turns.
 */
public final class CatalogTopic implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CatalogTopic.class);

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration DELIVERY = Duration.ofSeconds(10);

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

    private final KafkaConnection connection;
    private final String topic;
    private Optional<LogSource> source = Optional.empty();
    private Catalog catalog = Catalog.EMPTY;

    /** Nothing is connected yet. */
    public CatalogTopic(KafkaConnection connection) {
        this.connection = connection;
        this.topic = connection.topics().blueprints();
    }

    /**
     * All that is published by now.
     *
     * @throws KafkaException if it cannot be read
     */
    public synchronized Catalog read() {
        try {
            LogSource open = source.orElseGet(() -> LogSource.openTopics(connection, Set.of(topic)));
            source = Optional.of(open);
            open.addNewPartitions();
            open.markEnd();
            while (open.left().missing() > 0) {
                open.poll(POLL).forEach(this::take);
            }
            return catalog;
        } catch (KafkaException e) {
            close(); // next time from the beginning
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
                .orElseThrow(() -> new KafkaException("Expected to read in " + topic
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
        requireTopic();
        int delivery = (int) connection.patience(DELIVERY).toMillis();
        Map<String, Object> config = connection.producerConfig(Map.of(
                "client.id",
                "patchboard-blueprints",
                "max.block.ms",
                (long) delivery,
                "request.timeout.ms",
                delivery / 2,
                "delivery.timeout.ms",
                delivery));
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(topic, entry.name(), JsonWriter.compactBytes(entry.toJson())))
                    .get();
        } catch (ExecutionException e) {
            throw failure(e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** Of one partition, whatever the broker would make: the order of its records is what the versions are. */
    private void requireTopic() {
        try (Admin admin =
                Admin.create(connection.adminConfig("patchboard-blueprints-topic", connection.patience(DELIVERY)))) {
            if (!admin.listTopics().names().get().contains(topic)) {
                NewTopic wanted = new NewTopic(topic, Optional.of(1), Optional.empty()).configs(SETTINGS);
                admin.createTopics(List.of(wanted)).all().get();
            }
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw failure(e);
            }
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private KafkaException failure(ExecutionException e) {
        if (e.getCause() instanceof TopicAuthorizationException refusal) { // which does not name it
            return new TopicAuthorizationException(refusal.getMessage(), Set.of(topic));
        }
        return e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
    }

    /** It may be used again. */
    @Override
    public synchronized void close() {
        source.ifPresent(LogSource::close);
        source = Optional.empty();
        catalog = Catalog.EMPTY;
    }
}
