package io.patchboard.gateway.http.outcome;

import io.patchboard.gateway.thread.DaemonThreads;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.ContractLimits;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Produces requests in the JSON form. A producer may block while the broker is away, so it has a thread of its own. */
final class RequestSender implements AutoCloseable {

    private static final int MOST_BLOCK_MILLIS = 3_000;
    private static final int DELIVERY_MILLIS = 10_000;
    private static final int MOST_WAITING = 1_000;
    private static final Duration TIME_TO_CLOSE = Duration.ofSeconds(2);

    private final KafkaProducer<String, byte[]> producer;
    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            task -> DaemonThreads.named("patchboard-http-send", task));

    RequestSender(Cluster cluster) {
        this.producer = new KafkaProducer<>(
                cluster.clientConfig(Map.of(
                        "client.id",
                        "patchboard-http-requests",
                        "acks",
                        "all",
                        "enable.idempotence",
                        true,
                        "linger.ms",
                        0,
                        "max.block.ms",
                        MOST_BLOCK_MILLIS,
                        "request.timeout.ms",
                        DELIVERY_MILLIS / 2,
                        "delivery.timeout.ms",
                        DELIVERY_MILLIS,
                        "max.request.size",
                        ContractLimits.MAX_RECORD_BYTES,
                        "enable.metrics.push",
                        false)),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    /** @return completes when the broker has it; with a {@link KafkaException} if it did not get it */
    CompletableFuture<Void> send(String topic, BoardRecord request) {
        CompletableFuture<Void> sent = new CompletableFuture<>();
        try {
            thread.execute(() -> send(topic, request, sent));
        } catch (RejectedExecutionException e) {
            sent.completeExceptionally(new TimeoutException("more than " + MOST_WAITING + " requests wait for it."));
        }
        return sent;
    }

    private void send(String topic, BoardRecord request, CompletableFuture<Void> sent) {
        try {
            byte[] value = JsonWriter.compactBytes(request.toJson());
            producer.send(new ProducerRecord<>(topic, request.boardId(), value), (metadata, failure) -> {
                if (failure == null) {
                    sent.complete(null);
                } else {
                    sent.completeExceptionally(failure);
                }
            });
        } catch (RuntimeException | StackOverflowError e) {
            sent.completeExceptionally(e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
        producer.close(TIME_TO_CLOSE);
    }
}
