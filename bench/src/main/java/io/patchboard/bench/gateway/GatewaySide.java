package io.patchboard.bench.gateway;

import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.Gateway;
import io.patchboard.gateway.GatewayConfig;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.source.SourceKind;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.SampleInvocation;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Gateways in this JVM with one worker, on topics of their own; the bench writes the invocations. */
public final class GatewaySide implements AutoCloseable {

    private static final int PARTITIONS = 4;
    private static final String WORKER = "w";
    private static final Duration LONGEST_TURN = Duration.ofMinutes(2);

    private final String prefix;
    private final AtomicInteger called = new AtomicInteger();
    private final KafkaProducer<byte[], byte[]> kernel;
    private final List<Gateway> gateways;
    private int sent;

    private GatewaySide(String bootstrap, String prefix, SourceKind source, int count, int atOnce, Duration thinking) {
        this.prefix = prefix;
        this.kernel = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrap, "linger.ms", 5),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        Worker worker = invocation -> {
            if (!thinking.isZero()) {
                TimeUnit.NANOSECONDS.sleep(thinking.toNanos());
            }
            called.incrementAndGet();
            return Answer.nothing();
        };
        GatewayConfig config = GatewayConfig.builder(
                        new KafkaConnection(bootstrap, Map.of(), new Topics(prefix)),
                        Map.of(WORKER, WorkerBinding.Given.of(worker)))
                .groupId(prefix + "bench")
                .source(source)
                .maxInFlight(atOnce)
                .build();
        this.gateways =
                IntStream.range(0, count).mapToObj(i -> Gateway.start(config)).toList();
    }

    /**
     * @param count of gateways that share the work
     * @param atOnce invocations at once of each
     * @param thinking how long the worker takes for an answer
     */
    public static GatewaySide start(
            String bootstrap, String prefix, SourceKind source, int count, int atOnce, Duration thinking) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            admin.createTopics(List.of(
                            new NewTopic(queue(prefix), Optional.of(PARTITIONS), Optional.empty()),
                            new NewTopic(prefix + "proposals", Optional.of(PARTITIONS), Optional.empty())))
                    .all()
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("Expected to make topics, but: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while making topics.", e);
        }
        return new GatewaySide(bootstrap, prefix, source, count, atOnce, thinking);
    }

    private static String queue(String prefix) {
        return prefix + "invocations.default";
    }

    /** Sends invocations and waits until the broker has an answer to each. */
    public Duration turn(int invocations) {
        long start = System.nanoTime();
        for (int i = 0; i < invocations; i++) {
            String id = "i-" + sent++;
            kernel.send(new ProducerRecord<>(queue(prefix), id.getBytes(StandardCharsets.UTF_8), invocation(id)));
        }
        kernel.flush();
        while (called.get() < sent || gateways.stream().anyMatch(one -> one.inFlight() > 0 || one.parked() > 0)) {
            pause();
            if (System.nanoTime() - start > LONGEST_TURN.toNanos()) {
                throw new IllegalStateException("Expected " + sent + " answers, but got " + called.get() + ".");
            }
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static byte[] invocation(String id) {
        LogEntry invoked =
                SampleInvocation.of(WORKER).id(id).board("board-" + id).build().entry();
        return JsonWriter.compact(invoked.toJson()).getBytes(StandardCharsets.UTF_8);
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for answers.", e);
        }
    }

    @Override
    public void close() {
        gateways.forEach(Gateway::close);
        kernel.close();
    }
}
