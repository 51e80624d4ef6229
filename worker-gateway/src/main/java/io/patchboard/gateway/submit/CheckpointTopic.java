package io.patchboard.gateway.submit;

import io.patchboard.calls.Deadline;
import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.runner.Checkpoint;
import io.patchboard.gateway.runner.Checkpoints;
import io.patchboard.gateway.runner.NoAnswerException;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.Failure;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps checkpoints in a compacted topic, which it makes where there is none. They are no part of any board: what
 * cannot be written is told of in the log and left out. Connects when somebody asks.
 */
public final class CheckpointTopic implements Checkpoints {

    private static final Logger LOG = LoggerFactory.getLogger(CheckpointTopic.class);
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final Duration TIME_TO_CLOSE = Duration.ofSeconds(5);
    private static final int MOST_WAITING = 1_000;

    /** Of each key the latest, and no longer than anybody comes back for it. */
    private static final Map<String, String> SETTINGS = Map.of(
            "cleanup.policy",
            "compact,delete",
            "retention.ms",
            Long.toString(Duration.ofDays(7).toMillis()),
            "segment.ms",
            Long.toString(Duration.ofHours(1).toMillis()),
            "max.message.bytes",
            Integer.toString(ContractLimits.MAX_RECORD_BYTES));

    private final KafkaConnection connection;
    private final String topic;
    private final ThreadPoolExecutor writing = thread("patchboard-checkpoints-written");
    private final ThreadPoolExecutor reading = thread("patchboard-checkpoints-read");
    private final CheckpointReader reader;
    private Optional<KafkaProducer<String, byte[]>> producer = Optional.empty();

    public CheckpointTopic(KafkaConnection connection) {
        this.connection = connection;
        this.topic = connection.topics().checkpoints();
        this.reader = new CheckpointReader(connection, topic);
    }

    private static ThreadPoolExecutor thread(String name) {
        return new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_WAITING),
                Thread.ofVirtual().name(name).factory());
    }

    @Override
    public Optional<Checkpoint> latest(String key, Deadline deadline) throws NoAnswerException, InterruptedException {
        Optional<Future<Optional<Checkpoint>>> found = Optional.empty();
        try {
            found = Optional.of(reading.submit(() -> reader.latest(key, deadline)));
            return found.get().get(Math.max(0, deadline.left().toNanos()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw unread(String.valueOf(e.getCause()));
        } catch (TimeoutException | RejectedExecutionException e) {
            throw unread("it took too long");
        } finally {
            found.ifPresent(asked -> asked.cancel(false));
        }
    }

    private NoAnswerException unread(String why) {
        return new NoAnswerException(
                Failure.Kind.OUTAGE, "the topic " + topic + " of checkpoints could not be read: " + why);
    }

    @Override
    public CompletionStage<Void> save(String key, Checkpoint checkpoint) {
        CompletableFuture<Void> saved = new CompletableFuture<>();
        saved.whenComplete((done, failure) -> {
            if (failure != null) {
                LOG.warn(
                        "Expected to keep how far worker {} has come with invocation {} of board {}, but: {}. Another"
                                + " attempt would begin at the one before.",
                        checkpoint.worker(),
                        checkpoint.invocationId(),
                        checkpoint.boardId(),
                        failure.toString());
            }
        });
        try {
            writing.execute(() -> write(key, checkpoint, saved));
        } catch (RejectedExecutionException e) {
            saved.completeExceptionally(
                    new KafkaException("the gateway is closing, or " + MOST_WAITING + " others wait to be kept"));
        }
        return saved;
    }

    private void write(String key, Checkpoint checkpoint, CompletableFuture<Void> saved) {
        try {
            opened().send(
                            new ProducerRecord<>(topic, key, JsonWriter.compactBytes(checkpoint.toJson())),
                            (metadata, failure) -> {
                                if (failure == null) {
                                    saved.complete(null);
                                } else {
                                    saved.completeExceptionally(failure);
                                }
                            });
        } catch (KafkaException | ExecutionException | InterruptedException e) {
            saved.completeExceptionally(e);
        }
    }

    private KafkaProducer<String, byte[]> opened() throws ExecutionException, InterruptedException {
        if (producer.isEmpty()) {
            OwnTopic.require(connection, topic, SETTINGS, ANSWER);
            producer = Optional.of(new KafkaProducer<>(
                    connection.producerConfig(Map.of("max.block.ms", ANSWER.toMillis())),
                    new StringSerializer(),
                    new ByteArraySerializer()));
        }
        return producer.get();
    }

    /** Waits a little for what is still to be written. */
    @Override
    public void close() {
        reading.shutdownNow();
        writing.shutdown();
        try {
            if (!writing.awaitTermination(TIME_TO_CLOSE.toSeconds(), TimeUnit.SECONDS)) {
                writing.shutdownNow();
            }
            if (reading.awaitTermination(TIME_TO_CLOSE.toSeconds(), TimeUnit.SECONDS)) {
                reader.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.ifPresent(open -> open.close(TIME_TO_CLOSE));
    }
}
