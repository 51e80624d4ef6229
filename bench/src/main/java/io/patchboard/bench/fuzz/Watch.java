package io.patchboard.bench.fuzz;

import io.patchboard.encoding.DecodeException;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.JsonLimits;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.Topics;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.registry.RegistryUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Sees what the kernel writes: invocations, which are to be answered, and the probes that were committed. */
final class Watch implements AutoCloseable {

    /** The beginning of the ids of proposals that are expected to be committed; their number follows. */
    static final String PROBE = "probe-";

    /** How long a probe may take; a kernel that comes back takes some seconds. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final RecordDecoder decoder = RecordDecoder.of(JsonLimits.DEFAULT, Map.of());
    private final Queue<Invocation> open;
    private final Map<String, Integer> probes = new HashMap<>();
    private final List<String> failures = new ArrayList<>();

    Watch(String servers, Topics topics, Queue<Invocation> open) {
        this.open = open;
        consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        servers,
                        ConsumerConfig.GROUP_ID_CONFIG,
                        "fuzz",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest",
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        consumer.subscribe(List.of(topics.committed(), topics.invocations("default")));
    }

    /** Waits until the probe of this number, or a later one, was committed on as many boards. */
    boolean sees(int probe, int boards) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (probes.values().stream().filter(last -> last >= probe).count() < boards) {
            consumer.poll(Duration.ofMillis(100)).forEach(record -> see(record.value()));
            if (System.nanoTime() > end) {
                return false;
            }
        }
        return true;
    }

    private void see(byte[] value) {
        try {
            LogEntry entry = decoder.decodeEntry(value);
            if (entry.event() instanceof WorkerInvoked) {
                open.add(new Invocation(entry));
            } else if (entry.event() instanceof PatchCommitted committed
                    && committed.proposalId().startsWith(PROBE)) {
                int number = Integer.parseInt(committed.proposalId().substring(PROBE.length()));
                probes.merge(entry.boardId(), number, Integer::max);
            }
        } catch (DecodeException | RegistryUnavailableException e) {
            failures.add("The kernel wrote an entry that cannot be read: " + e.getMessage());
        }
    }

    List<String> failures() {
        return failures;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
