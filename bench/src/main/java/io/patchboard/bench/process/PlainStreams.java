package io.patchboard.bench.process;

import io.patchboard.kernel.app.KernelConfig;
import io.patchboard.kernel.app.StreamsSettings;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.Topics;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
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
import org.apache.kafka.streams.KafkaClientSupplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.internals.DefaultKafkaClientSupplier;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * A topology of one processor between topics of inputs and of outputs, all of bytes, that runs until it is closed. All
 * settings of Kafka Streams, of its clients and of RocksDB are the kernel's.
 */
final class PlainStreams implements AutoCloseable {

    private static final long START_SECONDS = 120;

    private final KafkaStreams streams;

    private PlainStreams(KafkaStreams streams) {
        this.streams = streams;
    }

    /** From the topic of proposals to that of commits, with the clients of Kafka Streams. */
    static PlainStreams start(KernelConfig config, ProcessorSupplier<byte[], byte[], byte[], byte[]> processor) {
        Topics topics = new Topics(config.prefix());
        return start(
                config,
                List.of(topics.proposals()),
                List.of(topics.committed()),
                new DefaultKafkaClientSupplier(),
                processor);
    }

    /** @param outputs topics, each the name of a child that the processor can forward to */
    static PlainStreams start(
            KernelConfig config,
            List<String> inputs,
            List<String> outputs,
            KafkaClientSupplier clients,
            ProcessorSupplier<byte[], byte[], byte[], byte[]> processor) {
        Topology topology = new Topology();
        topology.addSource(
                AutoOffsetReset.earliest(),
                "inputs",
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                inputs.toArray(String[]::new));
        topology.addProcessor("plain", processor, "inputs");
        outputs.forEach(
                topic -> topology.addSink(topic, topic, new ByteArraySerializer(), new ByteArraySerializer(), "plain"));
        KafkaStreams streams = new KafkaStreams(
                topology, new StreamsConfig(StreamsSettings.of(config, "plain-" + config.prefix())), clients);
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
