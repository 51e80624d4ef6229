package io.patchboard.gateway.submit;

import io.opentelemetry.context.Context;
import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.thread.Alarm;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.CanonicalJson;
import io.patchboard.record.Failure;
import io.patchboard.record.PatchProposal;
import io.patchboard.text.Cut;
import io.patchboard.tracing.LogContext;
import io.patchboard.tracing.TraceHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends answers to the kernel. Safe for use by several threads.
 *
 * <p>An answer may have cost minutes and money, so it is not given up because the broker is away: it is sent again,
 * with pauses, until the deadline of its invocation, after which the kernel would not take it. All sendings have the
 * same proposal id, and count once.
 */
public final class ProposalSubmitter implements AutoCloseable {

    static final int MAX_ERROR_CHARS = 8_000;

    private static final int WORKER_CHARS = 12;

    /** What {@link #proposalId} adds to the invocation's id. */
    public static final int ADDED_ID_CHARS = "p--".length() + WORKER_CHARS;

    private static final Logger LOG = LoggerFactory.getLogger(ProposalSubmitter.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** How long a sending may keep its thread waiting for a broker; the next attempt follows anyway. */
    private static final Duration MAX_BLOCK = Duration.ofSeconds(5);

    private final Producer<String, byte[]> producer;
    private final String topic;
    private final ProposalEncoder encoder;
    private final Clock clock;
    private final Duration pause;
    private volatile boolean closed;

    /** Takes over the producer. */
    public ProposalSubmitter(Producer<String, byte[]> producer, String topic, ProposalEncoder encoder) {
        this(producer, topic, encoder, Clock.systemUTC(), PAUSE);
    }

    ProposalSubmitter(
            Producer<String, byte[]> producer, String topic, ProposalEncoder encoder, Clock clock, Duration pause) {
        this.producer = producer;
        this.topic = topic;
        this.encoder = encoder;
        this.clock = clock;
        this.pause = pause;
    }

    public static ProposalSubmitter open(KafkaConnection connection, ProposalEncoder encoder) {
        Map<String, Object> settings =
                connection.producerConfig(Map.of(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK.toMillis()));
        return new ProposalSubmitter(
                new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer()),
                connection.topics().proposals(),
                encoder);
    }

    /**
     * The id of the proposal by which a worker answers an invocation, however often it does. One that is sent in
     * another worker's name, and rejected for it, has an id of its own, so the right one still counts.
     */
    public static String proposalId(String invocationId, String worker) {
        String hash = CanonicalJson.sha256(worker.getBytes(StandardCharsets.UTF_8));
        return "p-" + invocationId + "-" + hash.substring(0, WORKER_CHARS);
    }

    /** The same, or the one that the worker has signed. */
    public static String proposalId(String invocationId, String worker, Answer answer) {
        return answer.proof().map(Answer.Proof::proposalId).orElseGet(() -> proposalId(invocationId, worker));
    }

    /**
     * Sends an answer. One that is too large, or cannot be written, goes out as an error that says so.
     *
     * @param context of the trace, which the proposal carries on
     * @return completes when the broker has the proposal; exceptionally if it did not get it by the invocation's
     *     deadline
     */
    public CompletionStage<Void> submit(Invocation invocation, Answer answer, Context context) {
        Submission submission = new Submission(invocation, context, new CompletableFuture<>());
        send(submission, answer);
        return submission.submitted();
    }

    private static byte[] bytes(String header) {
        return header.getBytes(StandardCharsets.US_ASCII);
    }

    private record Submission(Invocation invocation, Context context, CompletableFuture<Void> submitted) {

        List<Header> headers() {
            return TraceHeaders.of(context).entrySet().stream()
                    .<Header>map(header -> new RecordHeader(header.getKey(), bytes(header.getValue())))
                    .toList();
        }

        LogContext log() {
            return LogContext.of(context, invocation.entry());
        }
    }

    private void send(Submission submission, Answer answer) {
        Invocation invocation = submission.invocation();
        byte[] bytes;
        try {
            bytes = encoder.encode(proposal(invocation, answer));
        } catch (RuntimeException | StackOverflowError e) {
            sendInstead(submission, answer, "an answer that can be written as a proposal, but: " + e, e);
            return;
        }
        try {
            producer.send(
                    new ProducerRecord<>(topic, null, invocation.boardId(), bytes, submission.headers()),
                    (metadata, failure) -> {
                        if (failure instanceof RecordTooLargeException) {
                            sendInstead(submission, answer, tooLarge(bytes, failure), failure);
                        } else if (failure != null) {
                            sendAgain(submission, answer, failure);
                        } else {
                            submission.submitted().complete(null);
                        }
                    });
        } catch (RecordTooLargeException e) {
            sendInstead(submission, answer, tooLarge(bytes, e), e);
        } catch (RuntimeException e) {
            sendAgain(submission, answer, e);
        }
    }

    private void sendAgain(Submission submission, Answer answer, Exception failure) {
        Invocation invocation = submission.invocation();
        if (closed || !clock.instant().plus(pause).isBefore(invocation.deadline())) {
            submission.submitted().completeExceptionally(failure);
            return;
        }
        try (LogContext log = submission.log()) {
            LOG.warn(
                    "Expected the answer to invocation {} of board {} to be stored, but: {} Sending it again in {}.",
                    invocation.invocationId(),
                    invocation.boardId(),
                    failure.toString(),
                    pause);
        }
        Alarm.in(pause, () -> attempt(submission, answer));
    }

    /** Nobody sees what an alarm throws, and the invocation would be in flight for ever. */
    private void attempt(Submission submission, Answer answer) {
        try {
            send(submission, answer);
        } catch (Throwable e) {
            submission.submitted().completeExceptionally(e);
        }
    }

    /** An error without a patch is as small as it gets: replacing it by another might go on for ever. */
    private void sendInstead(Submission submission, Answer answer, String expected, Throwable failure) {
        Invocation invocation = submission.invocation();
        if (answer.isFailed() && answer.patch().isNull()) {
            submission.submitted().completeExceptionally(failure);
            return;
        }
        try (LogContext log = submission.log()) {
            LOG.warn(
                    "Expected worker {} to give, for invocation {} of board {}, {}.",
                    invocation.worker(),
                    invocation.invocationId(),
                    invocation.boardId(),
                    expected);
        }
        Answer instead =
                Answer.failed(answer.failure().orElse(Failure.of(Failure.Kind.INVALID, "Expected " + expected + ".")));
        send(submission, answer.usage().map(instead::withUsage).orElse(instead));
    }

    private static String tooLarge(byte[] bytes, Throwable failure) {
        return "an answer that fits into one record, but it has " + bytes.length + " bytes: " + failure.getMessage();
    }

    /** The proposal that an answer is sent as. A long message of a failure is cut, a proof becomes its signature. */
    public static PatchProposal proposal(Invocation invocation, Answer answer) {
        PatchProposal proposal = new PatchProposal(
                proposalId(invocation.invocationId(), invocation.worker(), answer),
                invocation.boardId(),
                invocation.worker(),
                Optional.of(invocation.invocationId()),
                answer.patch(),
                answer.usage(),
                Optional.empty(),
                answer.failure()
                        .map(failure -> failure.withMessage(Cut.shortened(failure.message(), MAX_ERROR_CHARS))));
        return proposal.signed(answer.proof().map(Answer.Proof::signature));
    }

    /** Waits a little for what is under way; nothing is sent again any more. */
    @Override
    public void close() {
        closed = true;
        producer.close(CLOSE_TIMEOUT);
    }
}
