package io.patchboard.gateway.submit;

import io.patchboard.calls.Deadline;
import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.runner.Checkpoint;
import io.patchboard.gateway.runner.Checkpoints;
import io.patchboard.gateway.runner.NoAnswerException;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.Failure;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps checkpoints in a compacted topic, which it makes where there is none. They are no part of any board: what
 * cannot be written is told of in the log and left out. Connects when somebody asks.
 */
public final class CheckpointTopic implements Checkpoints {

    /** Header of each record: the board's id, for who looks for those of a board. */
    public static final String BOARD = "boardId";

    private static final Logger LOG = LoggerFactory.getLogger(CheckpointTopic.class);
    private static final int MOST_OF_A_BOARD = 100;

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

    private final String topic;
    private final OwnTopic written;
    private final ThreadPoolExecutor reading;
    private final CheckpointReader reader;

    public CheckpointTopic(KafkaConnection connection) {
        this.topic = connection.topics().checkpoints();
        this.written = new OwnTopic(connection, topic, SETTINGS);
        this.reading = OwnTopic.thread(topic + "-read");
        this.reader = new CheckpointReader(connection, topic);
    }

    @Override
    public Optional<Checkpoint> latest(String key, Deadline deadline) throws NoAnswerException, InterruptedException {
        return read(() -> reader.latest(key, deadline), deadline);
    }

    @Override
    public Map<String, Checkpoint> ofBoard(String boardId, Deadline deadline)
            throws NoAnswerException, InterruptedException {
        return read(() -> reader.ofBoard(boardId, MOST_OF_A_BOARD, deadline), deadline);
    }

    private <T> T read(Callable<T> what, Deadline deadline) throws NoAnswerException, InterruptedException {
        Optional<Future<T>> found = Optional.empty();
        try {
            found = Optional.of(reading.submit(what));
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
        return written.send(record(topic, key, checkpoint)).whenComplete((done, failure) -> {
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
    }

    /** What is written under a key. */
    public static ProducerRecord<String, byte[]> record(String topic, String key, Checkpoint checkpoint) {
        ProducerRecord<String, byte[]> record =
                new ProducerRecord<>(topic, key, JsonWriter.compactBytes(checkpoint.toJson()));
        record.headers().add(BOARD, checkpoint.boardId().getBytes(StandardCharsets.UTF_8));
        return record;
    }

    /** Waits a little for what is still to be written. */
    @Override
    public void close() {
        reading.shutdownNow();
        written.close();
        if (OwnTopic.end(reading)) {
            reader.close();
        }
    }
}
