package io.patchboard.kernel.stream;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.patchboard.kernel.apply.Blueprints;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;

/** What the kernel's stores hold, and what was written to their changelogs. */
final class KernelStores {

    private static final List<String> STORES = List.of(
            KernelTopology.BOARDS,
            KernelTopology.SLOTS,
            KernelTopology.BLUEPRINTS,
            KernelTopology.HISTORY,
            KernelTopology.TIMERS,
            KernelTopology.EARLY);

    private final TopologyTestDriver driver;

    KernelStores(TopologyTestDriver driver) {
        this.driver = driver;
    }

    /** All that is in the stores. */
    Map<String, List<KeyValue<byte[], byte[]>>> all() {
        Map<String, List<KeyValue<byte[], byte[]>>> stores = new TreeMap<>();
        for (String name : STORES) {
            List<KeyValue<byte[], byte[]>> values = new ArrayList<>();
            try (KeyValueIterator<byte[], byte[]> all = store(name).all()) {
                all.forEachRemaining(values::add);
            }
            stores.put(name, values);
        }
        return stores;
    }

    /** Puts values into the stores, as a restore from the changelogs does. */
    void fill(Map<String, List<KeyValue<byte[], byte[]>>> stores) {
        stores.forEach((name, values) -> values.forEach(value -> store(name).put(value.key, value.value)));
    }

    KeyValueStore<byte[], byte[]> store(String name) {
        return driver.getKeyValueStore(name);
    }

    /** A board as a kernel finds it that remembers nothing. */
    BoardStore.Stored cold(String boardId) {
        return new BoardStore(
                        store(KernelTopology.BOARDS),
                        store(KernelTopology.SLOTS),
                        store(KernelTopology.BLUEPRINTS),
                        new Blueprints(),
                        new BoardCache(new CacheBudget(0)),
                        new KernelMeters(new CompositeMeterRegistry()))
                .load(boardId);
    }

    /** By store, the bytes of all keys and values that were written to its changelog. */
    Map<String, Long> changelogs() {
        Map<String, Long> bytes = new TreeMap<>();
        for (String name : STORES) {
            long sum = 0;
            for (TestRecord<byte[], byte[]> change : driver.createOutputTopic(
                            "test-" + name + "-changelog", new ByteArrayDeserializer(), new ByteArrayDeserializer())
                    .readRecordsToList()) {
                sum += change.key().length + (change.value() == null ? 0 : change.value().length);
            }
            bytes.put(name, sum);
        }
        return bytes;
    }

    /** Bytes of the largest board in the store. */
    int largestBoard() {
        int largest = 0;
        try (KeyValueIterator<byte[], byte[]> boards =
                store(KernelTopology.BOARDS).all()) {
            while (boards.hasNext()) {
                largest = Math.max(largest, boards.next().value.length);
            }
        }
        return largest;
    }
}
