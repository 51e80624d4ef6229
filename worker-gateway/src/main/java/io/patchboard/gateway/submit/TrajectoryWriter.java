package io.patchboard.gateway.submit;

import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.runner.llm.tool.Trajectories;
import io.patchboard.gateway.runner.llm.tool.Trajectory;
import io.patchboard.json.JsonWriter;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes trajectories to their topic, which it makes where there is none, on a thread of its own. They are no part of
 * any board: what cannot be written is told of in the log and left out.
 */
public final class TrajectoryWriter implements Trajectories {

    private static final Logger LOG = LoggerFactory.getLogger(TrajectoryWriter.class);
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final Duration TIME_TO_CLOSE = Duration.ofSeconds(5);
    private static final int MOST_WAITING = 1_000;
    private static final Map<String, String> KEPT_FOR_A_MONTH = Map.of(
            "cleanup.policy",
            "delete",
            "retention.ms",
            Long.toString(Duration.ofDays(30).toMillis()));

    private final KafkaConnection connection;
    private final String topic;
    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            Thread.ofVirtual().name("patchboard-trajectories").factory());
    private Optional<KafkaProducer<String, byte[]>> producer = Optional.empty();

    /** Connects when there is something to write. */
    public TrajectoryWriter(KafkaConnection connection) {
        this.connection = connection;
        this.topic = connection.topics().trajectories();
    }

    @Override
    public void add(Trajectory trajectory) {
        try {
            thread.execute(() -> write(trajectory));
        } catch (RejectedExecutionException e) {
            leftOut(trajectory, "the gateway is closing, or " + MOST_WAITING + " others wait to be written");
        }
    }

    private void write(Trajectory trajectory) {
        try {
            opened().send(
                            new ProducerRecord<>(
                                    topic,
                                    trajectory.invocation().boardId(),
                                    JsonWriter.compactBytes(trajectory.toJson())),
                            (metadata, failure) -> {
                                if (failure != null) {
                                    leftOut(trajectory, failure.toString());
                                }
                            });
        } catch (KafkaException | ExecutionException e) {
            leftOut(trajectory, e.toString());
        } catch (InterruptedException e) {
            leftOut(trajectory, "the gateway is closing");
        }
    }

    private static void leftOut(Trajectory trajectory, String why) {
        LOG.warn(
                "Expected to write down what worker {} did with its tools for invocation {} of board {}, but: {}. It is"
                        + " left out.",
                trajectory.invocation().worker(),
                trajectory.invocation().invocationId(),
                trajectory.invocation().boardId(),
                why);
    }

    private KafkaProducer<String, byte[]> opened() throws ExecutionException, InterruptedException {
        if (producer.isEmpty()) {
            OwnTopic.require(connection, topic, KEPT_FOR_A_MONTH, ANSWER);
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
        thread.shutdown();
        try {
            if (!thread.awaitTermination(TIME_TO_CLOSE.toSeconds(), TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.ifPresent(open -> open.close(TIME_TO_CLOSE));
    }
}
