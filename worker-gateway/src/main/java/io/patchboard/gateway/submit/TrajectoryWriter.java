package io.patchboard.gateway.submit;

import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.runner.ShadowAnswer;
import io.patchboard.gateway.runner.llm.tool.Trajectories;
import io.patchboard.gateway.runner.llm.tool.Trajectory;
import io.patchboard.json.JsonWriter;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes trajectories, and the answers of shadows, to their topic, which it makes where there is none, on a thread of
 * its own. They are no part of any board: what cannot be written is told of in the log and left out.
 */
public final class TrajectoryWriter implements Trajectories {

    private static final Logger LOG = LoggerFactory.getLogger(TrajectoryWriter.class);
    private static final Map<String, String> KEPT_FOR_A_MONTH = Map.of(
            "cleanup.policy",
            "delete",
            "retention.ms",
            Long.toString(Duration.ofDays(30).toMillis()));

    private final OwnTopic written;

    /** Connects when there is something to write. */
    public TrajectoryWriter(KafkaConnection connection) {
        this.written = new OwnTopic(connection, connection.topics().trajectories(), KEPT_FOR_A_MONTH);
    }

    @Override
    public void add(Trajectory trajectory) {
        written.send(trajectory.invocation().boardId(), JsonWriter.compactBytes(trajectory.toJson()))
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        LOG.warn(
                                "Expected to write down what worker {} did with its tools for invocation {} of board"
                                        + " {}, but: {}. It is left out.",
                                trajectory.invocation().worker(),
                                trajectory.invocation().invocationId(),
                                trajectory.invocation().boardId(),
                                failure.toString());
                    }
                });
    }

    @Override
    public void add(ShadowAnswer answer) {
        written.send(answer.boardId(), JsonWriter.compactBytes(answer.toJson())).whenComplete((done, failure) -> {
            if (failure != null) {
                LOG.warn(
                        "Expected to write down what the shadow of worker {} answered to invocation {} of board {}, but:"
                                + " {}. It is left out.",
                        answer.worker(),
                        answer.invocationId(),
                        answer.boardId(),
                        failure.toString());
            }
        });
    }

    /** Waits a little for what is still to be written. */
    @Override
    public void close() {
        written.close();
    }
}
