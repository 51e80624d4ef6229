package io.patchboard.client.ask;

import io.opentelemetry.context.Context;
import io.patchboard.client.KafkaConnection;
import io.patchboard.client.seal.SealException;
import io.patchboard.client.seal.Sealer;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.PatchProposal;
import io.patchboard.tracing.TraceHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Produces requests in the JSON form, with what is to be sealed sealed. A producer may block while the broker is away,
 * so it has a thread of its own. Safe for use by several threads.
 */
public final class RequestSender implements AutoCloseable {

    private static final Duration DELIVERY = Duration.ofSeconds(10);
    private static final int MOST_WAITING = 1_000;
    private static final Duration TIME_TO_CLOSE = Duration.ofSeconds(2);

    private final KafkaConnection connection;
    private final Duration delivery;
    private final KafkaProducer<String, byte[]> producer;
    private final Sealer sealer;

    /** Known to be there; used by the thread alone. */
    private final Set<String> topics = new HashSet<>();

    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            Thread.ofPlatform().name("patchboard-requests").daemon().factory());

    public RequestSender(KafkaConnection connection) {
        this.connection = connection;
        this.sealer = new Sealer(connection);
        this.delivery = connection.patience(DELIVERY);
        int millis = (int) delivery.toMillis();
        this.producer = new KafkaProducer<>(
                connection.producerConfig(Map.of(
                        "client.id",
                        "patchboard-requests",
                        "max.block.ms",
                        millis,
                        "request.timeout.ms",
                        millis / 2,
                        "delivery.timeout.ms",
                        millis)),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    /** As {@link #send(BoardRecord, Context)}, in no trace. */
    public CompletableFuture<Void> send(BoardRecord request) {
        return send(request, Context.root());
    }

    /**
     * Sends a request.
     *
     * @param trace whose context the record carries
     * @return completes when the broker has it; with a {@link KafkaException} if it did not get it, which is a
     *     {@link MissingTopicException} where there is no such topic: a broker that makes what is asked for is not
     *     asked; with a {@link SealException} if it cannot be sealed as it is to be
     */
    public CompletableFuture<Void> send(BoardRecord request, Context trace) {
        try {
            Sealer.check(request); // here: on the thread it would hold up all others
        } catch (RuntimeException | StackOverflowError e) {
            return CompletableFuture.failedFuture(e);
        }
        return onThread(sent -> send(request, trace, sent));
    }

    /** Completes when there is a topic for such a request, or fails as {@link #send} would. */
    CompletableFuture<Void> requireTopicOf(BoardRecord request) {
        return onThread(found -> {
            requireTopic(topic(request));
            found.complete(null);
        });
    }

    private String topic(BoardRecord request) {
        return request instanceof PatchProposal
                ? connection.topics().proposals()
                : connection.topics().commands();
    }

    @FunctionalInterface
    private interface Sending {
        void run(CompletableFuture<Void> result);
    }

    /** While the broker is away each holds up those behind it: whose turn comes too late is not sent any more. */
    private CompletableFuture<Void> onThread(Sending sending) {
        CompletableFuture<Void> result = new CompletableFuture<>();
        long asked = System.nanoTime();
        try {
            thread.execute(() -> {
                try {
                    if (System.nanoTime() - asked > delivery.toNanos()) {
                        throw new TimeoutException("the requests before it took over " + delivery.toSeconds() + " s.");
                    }
                    sending.run(result);
                } catch (RuntimeException | StackOverflowError e) {
                    result.completeExceptionally(e);
                }
            });
        } catch (RejectedExecutionException e) {
            result.completeExceptionally(new TimeoutException("more than " + MOST_WAITING + " requests wait for it."));
        }
        return result;
    }

    private void send(BoardRecord request, Context trace, CompletableFuture<Void> sent) {
        String topic = topic(request);
        requireTopic(topic);
        byte[] value = JsonWriter.compactBytes(sealer.seal(request));
        ProducerRecord<String, byte[]> record = new ProducerRecord<>(topic, request.boardId(), value);
        TraceHeaders.of(trace)
                .forEach((name, said) -> record.headers().add(name, said.getBytes(StandardCharsets.US_ASCII)));
        producer.send(record, (metadata, failure) -> {
            if (failure == null) {
                sent.complete(null);
            } else {
                sent.completeExceptionally(failure);
            }
        });
    }

    /** A producer's first question makes a topic that is not there, with the broker's settings, and nobody reads it. */
    private void requireTopic(String topic) {
        if (topics.contains(topic)) {
            return;
        }
        try (Admin admin = Admin.create(connection.adminConfig("patchboard-requests-topics", delivery))) {
            admin.describeTopics(List.of(topic)).allTopicNames().get();
            topics.add(topic);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                throw new MissingTopicException("Expected the topic " + topic + ", which a kernel makes, but there is"
                        + " none at " + connection.bootstrapServers()
                        + ". Nothing was sent. Name another beginning of the topics with --prefix, or start a kernel.");
            }
            if (e.getCause() instanceof TopicAuthorizationException refusal) { // which does not name it
                throw new TopicAuthorizationException(refusal.getMessage(), Set.of(topic));
            }
            throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
        // The client of Kafka would complain, at length, of a thread that is interrupted, as that of a stop is.
        boolean interrupted = Thread.interrupted();
        try {
            producer.close(TIME_TO_CLOSE);
            sealer.close();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
