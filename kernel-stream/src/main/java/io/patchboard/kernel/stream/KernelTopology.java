package io.patchboard.kernel.stream;

import io.patchboard.record.ContractLimits;
import io.patchboard.record.Topics;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** The topology: two input topics, one processor with six stores, and one sink that knows the topic of each entry. */
public final class KernelTopology {

    /** Snapshots; what was decided since is in {@link #SLOTS}. */
    static final String BOARDS = "boards";

    static final String SLOTS = "slots";
    static final String BLUEPRINTS = "blueprints";
    static final String HISTORY = "history";
    static final String TIMERS = "timers";
    static final String EARLY = "early";

    /** All of them. Public so that what is compared with the kernel can have as many. */
    public static final Set<String> STORES = Set.of(BOARDS, SLOTS, BLUEPRINTS, HISTORY, TIMERS, EARLY);

    /** A segment must have room for the largest record. */
    private static final int SEGMENT_BYTES = 2 * ContractLimits.MAX_STORED_BYTES;

    /**
     * Of changelog topics that Streams makes. The segment that is written to is never compacted, and a restore after a
     * kill reads all that is left: with a broker's default segment of 1 GB, it would read every slot of the last
     * million commits. Their records have the time of what was decided, which may be far ahead of the broker's clock.
     */
    private static final Map<String, String> CHANGELOG = Map.of(
            TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
            Integer.toString(ContractLimits.MAX_STORED_BYTES),
            TopicConfig.SEGMENT_BYTES_CONFIG,
            Integer.toString(SEGMENT_BYTES),
            TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG,
            Long.toString(Long.MAX_VALUE));

    private KernelTopology() {}

    public static Topology build(Topics topics, ProcessorParts parts) {
        Topology topology = new Topology();
        topology.addSource(
                AutoOffsetReset.earliest(),
                "inputs",
                new NonNegativeTimestamps(),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                topics.commands(),
                topics.proposals());
        topology.addProcessor("kernel", supplier(parts), "inputs");
        topology.addSink(
                "log",
                (key, outgoing, context) -> outgoing.topic(),
                new ByteArraySerializer(),
                Outgoing.serializer(),
                "kernel");
        return topology;
    }

    private static ProcessorSupplier<byte[], byte[], byte[], Outgoing> supplier(ProcessorParts parts) {
        return new ProcessorSupplier<>() {
            @Override
            public Processor<byte[], byte[], byte[], Outgoing> get() {
                return new KernelProcessor(parts);
            }

            @Override
            public Set<StoreBuilder<?>> stores() {
                return STORES.stream().map(KernelTopology::store).collect(Collectors.toSet());
            }
        };
    }

    /** Written through at once: the boards that are in use are cached as objects, see {@link BoardStore}. */
    private static StoreBuilder<KeyValueStore<byte[], byte[]>> store(String name) {
        return Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(name), Serdes.ByteArray(), Serdes.ByteArray())
                .withCachingDisabled()
                .withLoggingEnabled(CHANGELOG);
    }
}
