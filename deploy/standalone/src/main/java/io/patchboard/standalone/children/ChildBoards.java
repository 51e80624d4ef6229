package io.patchboard.standalone.children;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.catalog.Catalog;
import io.patchboard.client.catalog.CatalogTopic;
import io.patchboard.client.log.EntryDecoder;
import io.patchboard.client.log.LogReader;
import io.patchboard.client.log.UnreadableEntryException;
import io.patchboard.client.seal.Sealer;
import io.patchboard.json.Json;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.Child;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Topics;
import io.patchboard.standalone.loop.KafkaLoop;
import io.patchboard.tracing.TraceHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what kernels have committed, and sends what {@link Translation} makes of it. Offsets are committed after that,
 * so whoever is killed, or begins anew because of Kafka, sends some of it twice, under ids that count once. Those that
 * run at a time share the partitions.
 *
 * <p>Nothing is read before there is a board that asks for others: a kernel makes their queue then. And only records
 * that have the beginning of such an invocation's id in them are looked into.
 */
public final class ChildBoards implements KafkaLoop.Service {

    private static final Logger LOG = LoggerFactory.getLogger(ChildBoards.class);

    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration ANSWER = Duration.ofSeconds(30);

    /** After so long others take over from one that was killed. */
    private static final int GONE_MILLIS = 10_000;

    private static final int LINGER_MILLIS = 5;
    private static final byte[] MARK = Child.INVOCATION_PREFIX.getBytes(StandardCharsets.US_ASCII);
    private static final List<String> TRACE = List.of(TraceHeaders.TRACEPARENT, TraceHeaders.TRACESTATE);

    private final KafkaConnection connection;
    private final Topics topics;
    private String told = "";

    private ChildBoards(KafkaConnection connection) {
        this.connection = connection;
        this.topics = connection.topics();
    }

    public static KafkaLoop start(KafkaConnection connection) {
        return KafkaLoop.start("patchboard-child-boards", PAUSE, new ChildBoards(connection));
    }

    @Override
    public void serve(KafkaLoop loop) {
        if (isAskedFor(loop)) {
            translate(loop);
        }
    }

    @Override
    public void waits(String why) {
        if (!told.equals(why)) {
            told = why;
            LOG.warn("Boards that boards ask for have to wait; it goes on where it was: {}", why);
        }
    }

    @Override
    public void failed(Throwable why) {
        LOG.error("Expected to make the boards that boards ask for, but it failed, and begins anew.", why);
    }

    /** Looks each second, which costs one small request, until there is a board that asks for others. */
    private boolean isAskedFor(KafkaLoop loop) {
        try (Admin admin = Admin.create(connection.adminConfig("patchboard-boards", connection.patience(ANSWER)))) {
            while (loop.goesOn()) {
                if (isThere(topics.invocations(Topics.BOARDS_QUEUE), admin)) {
                    return true;
                }
                loop.pause();
            }
            return false;
        }
    }

    /** By its name: a list of topics leaves out what may not be seen. */
    private static boolean isThere(String topic, Admin admin) {
        try {
            admin.describeTopics(List.of(topic)).allTopicNames().get();
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return false;
            }
            throw new KafkaException(
                    "Expected to look for the topic " + topic
                            + " (\"patchboard acl --for children\" prints the rights that takes), but: "
                            + e.getCause().getMessage(),
                    e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private void translate(KafkaLoop loop) {
        EntryDecoder decoder = EntryDecoder.of(connection);
        try (CatalogTopic catalog = new CatalogTopic(connection);
                KafkaConsumer<byte[], byte[]> consumer =
                        new KafkaConsumer<>(reading(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
                KafkaProducer<byte[], byte[]> producer =
                        new KafkaProducer<>(writing(), new ByteArraySerializer(), new ByteArraySerializer());
                Sealer sealer = new Sealer(connection)) {
            Outgoing outgoing = new Outgoing(topics, record -> sealed(record, sealer));
            loop.reads(consumer);
            String queue = topics.invocations(Topics.BOARDS_QUEUE);
            Behind behind = new Behind(queue, consumer);
            consumer.subscribe(List.of(queue, topics.committed(), topics.rejected()), behind);
            while (loop.goesOn()) {
                ConsumerRecords<byte[], byte[]> polled = consumer.poll(POLL);
                behind.goOn();
                List<Future<RecordMetadata>> sent = new ArrayList<>();
                Published published = new Published(catalog);
                Stream.of(queue, topics.committed(), topics.rejected())
                        .forEach(topic -> polled.records(topic)
                                .forEach(raw -> sent.addAll(send(raw, decoder, published, outgoing, producer))));
                if (!polled.isEmpty()) {
                    producer.flush();
                    sent.forEach(ChildBoards::require);
                    consumer.commitSync();
                }
            }
        }
    }

    /** The published blueprints, read once for what was polled together. */
    private static final class Published {

        private final CatalogTopic topic;
        private Optional<Catalog> catalog = Optional.empty();

        private Published(CatalogTopic topic) {
            this.topic = topic;
        }

        private Catalog get() {
            if (catalog.isEmpty()) {
                catalog = Optional.of(topic.read());
            }
            return catalog.get();
        }
    }

    private List<Future<RecordMetadata>> send(
            ConsumerRecord<byte[], byte[]> raw,
            EntryDecoder decoder,
            Published published,
            Outgoing outgoing,
            KafkaProducer<byte[], byte[]> producer) {
        if (raw.value() == null || !hasMark(raw.value())) {
            return List.of();
        }
        Translation translation = new Translation(published::get, this::last);
        try {
            return translation.of(decoder.decode(raw.value())).stream()
                    .map(record -> producer.send(traced(outgoing.of(record), raw)))
                    .toList();
        } catch (UnreadableEntryException e) {
            if (e.needsRegistry()) {
                throw new KafkaException(e.getMessage(), e);
            }
            LOG.warn(
                    "Expected a log entry at {}-{}@{}, but: {}",
                    raw.topic(),
                    raw.partition(),
                    raw.offset(),
                    e.getMessage());
            return List.of();
        }
    }

    /** Reads a board's log, which is asked for seldom. */
    private Optional<LogEntry> last(String boardId, Predicate<Event> which) {
        AtomicReference<Optional<LogEntry>> last = new AtomicReference<>(Optional.empty());
        new LogReader(connection).scan(Optional.of(boardId), next -> {
            if (which.test(next.entry().event())) {
                last.set(Optional.of(next.entry()));
            }
            return true;
        });
        return last.get();
    }

    private static Json sealed(BoardRecord record, Sealer sealer) {
        Sealer.check(record);
        return sealer.seal(record);
    }

    private static ProducerRecord<byte[], byte[]> traced(
            ProducerRecord<byte[], byte[]> record, ConsumerRecord<byte[], byte[]> cause) {
        TRACE.stream()
                .map(cause.headers()::lastHeader)
                .filter(header -> header != null)
                .forEach(record.headers()::add);
        return record;
    }

    private static boolean hasMark(byte[] value) {
        for (int at = 0; at + MARK.length <= value.length; at++) {
            int same = 0;
            while (same < MARK.length && value[at + same] == MARK[same]) {
                same++;
            }
            if (same == MARK.length) {
                return true;
            }
        }
        return false;
    }

    private static void require(Future<RecordMetadata> sent) {
        try {
            sent.get();
        } catch (ExecutionException e) {
            throw new KafkaException(
                    "Expected Kafka to take a record, but: " + e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private Map<String, Object> reading() {
        return connection.memberConfig(topics.boardsGroup(), Map.of("session.timeout.ms", GONE_MILLIS));
    }

    private Map<String, Object> writing() {
        return connection.producerConfig(Map.of("client.id", topics.boardsGroup(), "linger.ms", LINGER_MILLIS));
    }
}
