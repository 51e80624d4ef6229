package io.patchboard.gateway.submit;

import io.patchboard.client.KafkaConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A topic of a gateway's own, beside the log: made where there is none and written on a thread of its own, from the
 * first record on. What cannot be written is left out, and whoever sent it is told.
 */
final class OwnTopic implements AutoCloseable {

    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final Duration TIME_TO_CLOSE = Duration.ofSeconds(5);
    private static final int MOST_WAITING = 1_000;
    private static final long MOST_BYTES_WAITING = 32 * 1024 * 1024;

    private final KafkaConnection connection;
    private final String topic;
    private final Map<String, String> settings;
    private final ThreadPoolExecutor thread;
    private final AtomicLong bytesWaiting = new AtomicLong();

    /** What was sent, and of which nobody knows yet what came of it. */
    private final Map<Long, CompletableFuture<Void>> open = new ConcurrentHashMap<>();

    private final AtomicLong numbers = new AtomicLong();

    private Optional<KafkaProducer<String, byte[]>> producer = Optional.empty();

    /** @param settings what the topic is made with */
    OwnTopic(KafkaConnection connection, String topic, Map<String, String> settings) {
        this.connection = connection;
        this.topic = topic;
        this.settings = settings;
        this.thread = thread(topic + "-written");
    }

    /** One thread with a bounded queue, which refuses what is beyond. */
    static ThreadPoolExecutor thread(String name) {
        return new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_WAITING),
                Thread.ofVirtual().name(name).factory());
    }

    /** Done when the broker has it. */
    CompletionStage<Void> send(String key, byte[] value) {
        return send(new ProducerRecord<>(topic, key, value));
    }

    /** Done when the broker has it. */
    CompletionStage<Void> send(ProducerRecord<String, byte[]> written) {
        CompletableFuture<Void> sent = new CompletableFuture<>();
        long number = numbers.incrementAndGet();
        open.put(number, sent);
        sent.whenComplete((done, failure) -> open.remove(number));
        int bytes = written.value().length;
        if (bytesWaiting.addAndGet(bytes) > MOST_BYTES_WAITING) {
            refuse(bytes, sent);
            return sent;
        }
        try {
            thread.execute(() -> {
                bytesWaiting.addAndGet(-bytes);
                write(written, sent);
            });
        } catch (RejectedExecutionException e) {
            refuse(bytes, sent);
        }
        return sent;
    }

    private void refuse(int bytes, CompletableFuture<Void> sent) {
        bytesWaiting.addAndGet(-bytes);
        sent.completeExceptionally(new KafkaException("the gateway is closing, or " + MOST_WAITING + " others, or "
                + MOST_BYTES_WAITING + " bytes, wait to be written"));
    }

    private void write(ProducerRecord<String, byte[]> written, CompletableFuture<Void> sent) {
        try {
            opened().send(written, (metadata, failure) -> {
                if (failure == null) {
                    sent.complete(null);
                } else {
                    sent.completeExceptionally(failure);
                }
            });
        } catch (InterruptedException e) {
            sent.completeExceptionally(closing());
        } catch (KafkaException | ExecutionException e) {
            sent.completeExceptionally(e);
        }
    }

    private KafkaProducer<String, byte[]> opened() throws ExecutionException, InterruptedException {
        if (producer.isEmpty()) {
            make();
            producer = Optional.of(new KafkaProducer<>(
                    connection.producerConfig(Map.of("max.block.ms", ANSWER.toMillis())),
                    new StringSerializer(),
                    new ByteArraySerializer()));
        }
        return producer.get();
    }

    private void make() throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(connection.adminConfig("patchboard-topics", connection.patience(ANSWER)))) {
            if (!admin.listTopics().names().get().contains(topic)) {
                admin.createTopics(List.of(new NewTopic(topic, Optional.empty(), Optional.empty()).configs(settings)))
                        .all()
                        .get();
            }
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw new ExecutionException(
                        "The topic " + topic + " could not be looked for, or made: " + e.getMessage(), e.getCause());
            }
        }
    }

    private static KafkaException closing() {
        return new KafkaException("the gateway is closing");
    }

    /** Waits a little for what is still to be written. Whoever sent what is not by then is told. */
    @Override
    public void close() {
        end(thread);
        try {
            producer.ifPresent(begun -> begun.close(TIME_TO_CLOSE));
        } finally {
            open.values().forEach(sent -> sent.completeExceptionally(closing()));
        }
    }

    /** Whether what runs there has come to its end. */
    static boolean end(ThreadPoolExecutor thread) {
        thread.shutdown();
        try {
            if (thread.awaitTermination(TIME_TO_CLOSE.toSeconds(), TimeUnit.SECONDS)) {
                return true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.shutdownNow();
        return false;
    }
}
