package io.patchboard.bench.process;

import io.patchboard.kernel.app.KernelConfig;
import io.patchboard.kernel.app.StreamsSettings;
import io.patchboard.record.ContractLimits;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * A topology of one processor between a topic of inputs and one of outputs, both of bytes, that runs until it is
 * closed. All settings of Kafka Streams, of its clients and of RocksDB are the kernel's.
 */
final class PlainStreams implements AutoCloseable {

    private static final long START_SECONDS = 120;

    private final KafkaStreams streams;

    private PlainStreams(KafkaStreams streams) {
        this.streams = streams;
    }

    static PlainStreams start(KernelConfig config, ProcessorSupplier<byte[], byte[], byte[], byte[]> processor) {
        PlainTopics topics = new PlainTopics(config.prefix());
        Topology topology = new Topology();
        topology.addSource(
                AutoOffsetReset.earliest(),
                "inputs",
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                topics.inputs());
        topology.addProcessor("plain", processor, "inputs");
        topology.addSink("outputs", topics.outputs(), new ByteArraySerializer(), new ByteArraySerializer(), "plain");
        KafkaStreams streams =
                new KafkaStreams(topology, new StreamsConfig(StreamsSettings.of(config, "plain-" + config.prefix())));
        CountDownLatch running = new CountDownLatch(1);
        streams.setStateListener((now, before) -> {
            if (now == KafkaStreams.State.RUNNING) {
                running.countDown();
            }
        });
        streams.start();
        try {
            if (!running.await(START_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException(
                        "Expected plain Streams to run within " + START_SECONDS + " s, but it is " + streams.state());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while plain Streams was starting.", e);
        }
        return new PlainStreams(streams);
    }

    /** A processor with stores like the kernel's. */
    static ProcessorSupplier<byte[], byte[], byte[], byte[]> supplier(
            Supplier<Processor<byte[], byte[], byte[], byte[]>> processor, String... stores) {
        return new ProcessorSupplier<>() {
            @Override
            public Processor<byte[], byte[], byte[], byte[]> get() {
                return processor.get();
            }

            @Override
            public Set<StoreBuilder<?>> stores() {
                return Arrays.stream(stores).map(PlainStreams::store).collect(Collectors.toSet());
            }
        };
    }

    private static StoreBuilder<?> store(String name) {
        return Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(name), Serdes.ByteArray(), Serdes.ByteArray())
                .withCachingDisabled()
                .withLoggingEnabled(Map.of(
                        TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(ContractLimits.MAX_STORED_BYTES)));
    }

    @Override
    public void close() {
        streams.close(Duration.ofSeconds(20));
    }
}
