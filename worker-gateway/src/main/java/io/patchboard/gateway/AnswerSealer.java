package io.patchboard.gateway;

import io.patchboard.client.seal.Opener;
import io.patchboard.client.seal.SealException;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.record.Failure;
import java.time.Clock;
import java.time.Duration;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Seals what workers answer. Safe for use by several threads.
 *
 * <p>As an answer may have cost minutes and money, it is not given up because its keys cannot be written: that is tried
 * again, with pauses, until the deadline of its invocation. Then an outage is the answer, with the usage of that which
 * it stands for.
 */
final class AnswerSealer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AnswerSealer.class);

    private final Sealing sealing;
    private final Clock clock;
    private final Duration pause;
    private volatile boolean closed;

    /** {@link io.patchboard.client.seal.Sealer#seal(String, Json, Opener.Opened, boolean)}. */
    @FunctionalInterface
    interface Sealing {
        Json seal(String boardId, Json patch, Opener.Opened shown, boolean isSigned);
    }

    AnswerSealer(Sealing sealing, Clock clock, Duration pause) {
        this.sealing = sealing;
        this.clock = clock;
        this.pause = pause;
    }

    /**
     * Waits where it has to.
     *
     * @param shown to the worker
     * @throws KafkaException if the keys cannot be written and this is closed
     */
    Answer seal(Invocation invocation, Answer answer, Opener.Opened shown) {
        while (true) {
            try {
                Json patch = sealing.seal(
                        invocation.boardId(),
                        answer.patch(),
                        shown,
                        answer.proof().isPresent());
                return patch.equals(answer.patch())
                        ? answer
                        : new Answer(patch, answer.usage(), answer.failure(), answer.proof());
            } catch (SealException e) {
                return instead(answer, Failure.Kind.INVALID, e.getMessage());
            } catch (TopicAuthorizationException e) {
                return instead(
                        answer,
                        Failure.Kind.REFUSED,
                        "Expected this gateway to be allowed to write " + e.unauthorizedTopics()
                                + ", since the answer has values to be sealed, but it is not. \"patchboard acl --for"
                                + " sealer\" prints what it needs.");
            } catch (KafkaException e) {
                if (!clock.instant().plus(pause).isBefore(invocation.deadline())) {
                    return instead(
                            answer,
                            Failure.Kind.OUTAGE,
                            "Expected the keys of what the answer has to be sealed to be written in time, but: "
                                    + e.getMessage());
                }
                waitAfter(e, invocation);
            }
        }
    }

    private void waitAfter(KafkaException failure, Invocation invocation) {
        if (closed) {
            throw failure;
        }
        LOG.warn(
                "Expected the answer to invocation {} of board {} to be sealed, but: {} Sealing it again in {}.",
                invocation.invocationId(),
                invocation.boardId(),
                failure.toString(),
                pause);
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
        if (closed) {
            throw failure;
        }
    }

    private static Answer instead(Answer answer, Failure.Kind kind, String message) {
        Answer failed = Answer.failed(kind, message);
        return answer.usage().map(failed::withUsage).orElse(failed);
    }

    /** Nothing is tried again any more. */
    @Override
    public void close() {
        closed = true;
    }
}
