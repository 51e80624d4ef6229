package io.patchboard.bench.process;

import io.patchboard.bench.load.Claims;
import io.patchboard.bench.load.Shape;
import io.patchboard.kernel.app.KernelConfig;
import io.patchboard.kernel.app.StreamsSettings;
import io.patchboard.record.ContractLimits;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The practical limit: a topology that does nothing but what none can do without. It reads a record, gets the value of
 * its key from a RocksDB store, puts it back with the record's bytes in it, and forwards the record. All settings of
 * Kafka Streams, of its clients and of RocksDB are the kernel's.
 *
 * <p>With a value of the size of a whole board it is what a kernel would be that stores each state as one value, if all
 * else cost nothing.
 */
final class PlainStreams implements AutoCloseable {

    private static final String STORE = "values";
    private static final long START_SECONDS = 120;

    private final KafkaStreams streams;

    private PlainStreams(KafkaStreams streams) {
        this.streams = streams;
    }

    static PlainStreams start(KernelConfig config, int valueBytes) {
        byte[] first = Arrays.copyOf(new Claims(Shape.LIST, valueBytes, Claims.SHORT_QUOTE).stateBytes(), valueBytes);
        PlainTopics topics = new PlainTopics(config.prefix());
        Topology topology = new Topology();
        topology.addSource(
                AutoOffsetReset.earliest(),
                "inputs",
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                topics.inputs());
        topology.addProcessor("plain", supplier(first), "inputs");
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

    private static ProcessorSupplier<byte[], byte[], byte[], byte[]> supplier(byte[] first) {
        return new ProcessorSupplier<>() {
            @Override
            public Processor<byte[], byte[], byte[], byte[]> get() {
                return new GetPutForward(first);
            }

            @Override
            public Set<StoreBuilder<?>> stores() {
                return Set.of(Stores.keyValueStoreBuilder(
                                Stores.persistentKeyValueStore(STORE), Serdes.ByteArray(), Serdes.ByteArray())
                        .withCachingDisabled()
                        .withLoggingEnabled(Map.of(
                                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                                Integer.toString(ContractLimits.MAX_STORED_BYTES))));
            }
        };
    }

    @Override
    public void close() {
        streams.close(Duration.ofSeconds(20));
    }

    private static final class GetPutForward implements Processor<byte[], byte[], byte[], byte[]> {

        private final byte[] first;
        private ProcessorContext<byte[], byte[]> context;
        private KeyValueStore<byte[], byte[]> store;

        private GetPutForward(byte[] first) {
            this.first = first;
        }

        @Override
        public void init(ProcessorContext<byte[], byte[]> processorContext) {
            context = processorContext;
            store = context.getStateStore(STORE);
        }

        @Override
        public void process(Record<byte[], byte[]> record) {
            byte[] known = store.get(record.key());
            byte[] next = known == null ? first.clone() : known;
            System.arraycopy(record.value(), 0, next, 0, Math.min(next.length, record.value().length));
            store.put(record.key(), next);
            context.forward(record);
        }
    }
}
