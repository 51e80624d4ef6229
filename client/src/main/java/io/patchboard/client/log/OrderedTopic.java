package io.patchboard.client.log;

import io.patchboard.client.KafkaConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
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

/**
 * A topic beside the logs whose records have one order, since it has one partition. Whoever writes first makes it;
 * where there is none, nothing was written. Connects when it is used; used by one thread at a time.
 */
public final class OrderedTopic implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration DELIVERY = Duration.ofSeconds(10);
    private static final Duration TIME_TO_CLOSE = Duration.ofSeconds(2);

    private final KafkaConnection connection;
    private final String name;
    private final String client;
    private final Map<String, String> settings;
    private Optional<LogSource> source = Optional.empty();
    private Optional<KafkaProducer<String, byte[]>> producer = Optional.empty();

    /**
     * @param client what it is called towards the broker
     * @param settings what the topic is made with
     */
    public OrderedTopic(KafkaConnection connection, String name, String client, Map<String, String> settings) {
        this.connection = connection;
        this.name = name;
        this.client = client;
        this.settings = settings;
    }

    public String name() {
        return name;
    }

    /**
     * All records from where the reading before this one ended.
     *
     * @throws KafkaException if they cannot be read; the next reading is from the beginning
     */
    public void readOn(Consumer<ConsumerRecord<byte[], byte[]>> each) {
        try {
            LogSource open = source.orElseGet(() -> LogSource.openTopics(connection, Set.of(name)));
            source = Optional.of(open);
            read(open, each);
        } catch (KafkaException e) {
            forget();
            throw e;
        }
    }

    /**
     * All records that stand there.
     *
     * @throws KafkaException if they cannot be read
     */
    public void readAll(Consumer<ConsumerRecord<byte[], byte[]>> each) {
        try (LogSource open = LogSource.openTopics(connection, Set.of(name))) {
            read(open, each);
        }
    }

    private static void read(LogSource open, Consumer<ConsumerRecord<byte[], byte[]>> each) {
        open.addNewPartitions();
        open.markEnd();
        while (open.left().missing() > 0) {
            open.poll(POLL).forEach(each);
        }
    }

    /**
     * Writes values by their keys, and waits until the broker has all.
     *
     * @throws KafkaException if it has not
     */
    public void write(Map<String, byte[]> values) {
        try {
            KafkaProducer<String, byte[]> open = producer.orElseGet(this::openProducer);
            producer = Optional.of(open);
            List<Future<?>> sent = values.entrySet().stream()
                    .<Future<?>>map(one -> open.send(new ProducerRecord<>(name, one.getKey(), one.getValue())))
                    .toList();
            for (Future<?> one : sent) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw failure(e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private KafkaProducer<String, byte[]> openProducer() {
        require();
        int delivery = (int) connection.patience(DELIVERY).toMillis();
        return new KafkaProducer<>(
                connection.producerConfig(Map.of(
                        "client.id",
                        client,
                        "max.block.ms",
                        (long) delivery,
                        "request.timeout.ms",
                        delivery / 2,
                        "delivery.timeout.ms",
                        delivery)),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    private void require() {
        try (Admin admin = Admin.create(connection.adminConfig(client + "-topic", connection.patience(DELIVERY)))) {
            if (!admin.listTopics().names().get().contains(name)) {
                NewTopic wanted = new NewTopic(name, Optional.of(1), Optional.empty()).configs(settings);
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
            return new TopicAuthorizationException(refusal.getMessage(), Set.of(name));
        }
        return e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
    }

    private void forget() {
        source.ifPresent(LogSource::close);
        source = Optional.empty();
    }

    /** It may be used again, and is read from the beginning then. */
    @Override
    public void close() {
        forget();
        producer.ifPresent(open -> open.close(TIME_TO_CLOSE));
        producer = Optional.empty();
    }
}
