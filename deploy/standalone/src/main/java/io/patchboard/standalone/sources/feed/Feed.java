package io.patchboard.standalone.sources.feed;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.seal.Sealer;
import io.patchboard.encoding.EventDecoder;
import io.patchboard.json.JsonLimits;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.Topics;
import io.patchboard.standalone.loop.KafkaLoop;
import io.patchboard.standalone.sources.Boards;
import io.patchboard.standalone.sources.Correlation;
import io.patchboard.standalone.sources.Mapping;
import io.patchboard.standalone.sources.QuotaWatch;
import io.patchboard.standalone.sources.SourceSpec;
import io.patchboard.standalone.sources.UnavailableException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One source at work, in a thread of its own. What its events are mapped to and how far was read are written in one
 * transaction, so that a server that ends at any moment leaves nothing half done; servers with the same source share
 * its partitions. Whatever goes wrong with Kafka, it begins anew where the last transaction ended. What is needed for
 * an event and away for now (the registry, a blueprint) is waited for, and only with the partition that has the event.
 */
final class Feed implements KafkaLoop.Service {

    private static final Logger LOG = LoggerFactory.getLogger(Feed.class);

    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final int MOST_EVENTS = 100;
    private static final int LINGER_MILLIS = 5;

    /**
     * After so long others take over from a server that was killed, and what it had begun to write no longer keeps
     * readers from what follows.
     */
    private static final int GONE_MILLIS = 10_000;

    private final SourceSpec source;
    private final SourceSpec.Topic topic;
    private final KafkaConnection connection;
    private final SourceMeters meters;
    private final Boards boards;

    /** What was said last of what is missing, so that it is said once. */
    private String told = "";

    private Feed(SourceSpec source, SourceSpec.Topic topic, Means means) {
        this.source = source;
        this.topic = topic;
        this.connection = means.connection();
        this.meters = means.meters();
        this.boards = means.boards();
    }

    static AtWork start(SourceSpec source, SourceSpec.Topic topic, Means means) {
        return KafkaLoop.start("patchboard-source-" + source.name(), PAUSE, new Feed(source, topic, means))::close;
    }

    @Override
    public void serve(KafkaLoop loop) {
        Topics topics = connection.topics();
        String group = topics.sourceGroup(source.name());
        NeededTopics.require(connection, Optional.of(topic.topic()));
        try (PublishedBlueprints library = new PublishedBlueprints(connection);
                Sealer sealer = new Sealer(connection);
                KafkaConsumer<byte[], byte[]> consumer =
                        new KafkaConsumer<>(reading(group), new ByteArrayDeserializer(), new ByteArrayDeserializer());
                KafkaProducer<byte[], byte[]> producer =
                        new KafkaProducer<>(writing(group), new ByteArraySerializer(), new ByteArraySerializer())) {
            loop.reads(consumer);
            Reading reading = new Reading(
                    new Mapping(source, library, new Correlation(boards, InstantSource.system())),
                    QuotaWatch.of(source, boards, InstantSource.system()),
                    topic.webhook().isPresent(),
                    EventDecoder.of(
                            JsonLimits.DEFAULT.withMaxBytes(ContractLimits.MAX_RECORD_BYTES), connection.properties()),
                    new Written(topics, sealer::seal),
                    new DeadLetters(topics.deadLetters(), source.name()));
            begin(producer, group);
            consumer.subscribe(List.of(topic.topic()));
            Map<TopicPartition, Long> waiting = new HashMap<>();
            while (loop.goesOn()) {
                ConsumerRecords<byte[], byte[]> polled = consumer.poll(POLL);
                goOn(consumer, waiting);
                take(polled, reading, consumer, producer, waiting);
            }
        }
    }

    /** Kafka's own message does not say which right is lacking. */
    private static void begin(KafkaProducer<byte[], byte[]> producer, String group) {
        try {
            producer.initTransactions();
        } catch (TransactionalIdAuthorizationException e) {
            throw new KafkaException(
                    "Expected WRITE on transactional ids that begin with " + group
                            + "- (\"patchboard acl --for sources\" prints the rights), but: " + e.getMessage(),
                    e);
        }
    }

    /** @param waiting since when, by partition whose next event cannot be read yet */
    private void goOn(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> waiting) {
        waiting.keySet().retainAll(consumer.assignment());
        List<TopicPartition> due = waiting.entrySet().stream()
                .filter(since -> System.nanoTime() - since.getValue() > PAUSE.toNanos())
                .map(Map.Entry::getKey)
                .toList();
        consumer.resume(due);
        due.forEach(waiting::remove);
    }

    private void take(
            ConsumerRecords<byte[], byte[]> polled,
            Reading reading,
            KafkaConsumer<byte[], byte[]> consumer,
            KafkaProducer<byte[], byte[]> producer,
            Map<TopicPartition, Long> waiting) {
        List<ProducerRecord<byte[], byte[]>> made = new ArrayList<>();
        List<Outcome> outcomes = new ArrayList<>();
        Map<TopicPartition, OffsetAndMetadata> read = new HashMap<>();
        for (TopicPartition partition : polled.partitions()) {
            for (ConsumerRecord<byte[], byte[]> event : polled.records(partition)) {
                try {
                    Reading.Made one = reading.read(event);
                    one.record().ifPresent(made::add);
                    outcomes.add(one.outcome());
                    read.put(partition, new OffsetAndMetadata(event.offset() + 1));
                } catch (UnavailableException e) {
                    waits(e.getMessage());
                    consumer.seek(partition, event.offset());
                    consumer.pause(List.of(partition));
                    waiting.put(partition, System.nanoTime());
                    break;
                }
            }
        }
        if (!read.isEmpty()) {
            producer.beginTransaction();
            made.forEach(producer::send);
            producer.sendOffsetsToTransaction(read, consumer.groupMetadata());
            producer.commitTransaction();
            outcomes.forEach(outcome -> meters.count(source.name(), outcome));
            told = waiting.isEmpty() ? "" : told;
        }
    }

    @Override
    public void waits(String why) {
        if (!why.equals(told)) {
            told = why;
            LOG.warn("Source \"{}\" waits, and goes on where it was: {}", source.name(), why);
        }
    }

    @Override
    public void failed(Throwable why) {
        LOG.error("Expected source \"{}\" to go on, but it failed, and begins anew.", source.name(), why);
    }

    private Map<String, Object> reading(String group) {
        return connection.memberConfig(
                group, Map.of("session.timeout.ms", GONE_MILLIS, "max.poll.records", MOST_EVENTS));
    }

    /** A source that is started anew is another writer: what an old one left open is over when its time is. */
    private Map<String, Object> writing(String group) {
        return connection.producerConfig(Map.of(
                "client.id",
                group,
                "transactional.id",
                group + "-" + UUID.randomUUID(),
                "transaction.timeout.ms",
                GONE_MILLIS,
                "linger.ms",
                LINGER_MILLIS));
    }
}
