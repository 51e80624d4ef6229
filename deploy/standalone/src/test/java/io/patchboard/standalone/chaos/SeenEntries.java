package io.patchboard.standalone.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import io.patchboard.record.LogEntry;
import io.patchboard.standalone.crash.CommittedLog;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads what is committed through all that happens, and remembers all of it: what was there once has to be there for
 * ever. A log that became shorter, or is another than it was, ends the reading.
 */
final class SeenEntries implements AutoCloseable {

    /** A place in a topic or in a board's log. */
    private record Place(String of, long number) {}

    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConnection connection;
    private final Consumer<LogEntry> onEntry;
    private final Map<Place, String> records = new HashMap<>();
    private final Map<Place, String> entries = new ConcurrentHashMap<>();
    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
    private final Thread thread = new Thread(this::read, "seen-entries");

    SeenEntries(KafkaConnection connection, Consumer<LogEntry> onEntry) {
        this.connection = connection;
        this.onEntry = onEntry;
        thread.setDaemon(true);
        thread.start();
    }

    private void read() {
        Map<String, Object> config = connection.clientConfig(
                Map.of("isolation.level", "read_committed", "auto.offset.reset", "none", "enable.auto.commit", false));
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.listTopics().entrySet().stream()
                    .filter(topic -> CommittedLog.holdsLog(topic.getKey()))
                    .flatMap(topic -> topic.getValue().stream())
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (!Thread.currentThread().isInterrupted()) {
                consumer.poll(POLL).forEach(this::see);
            }
        } catch (InterruptException e) {
            // it is to end
        } catch (RuntimeException e) {
            failure.set(e);
        }
    }

    private void see(ConsumerRecord<byte[], byte[]> record) {
        LogEntry entry = CommittedLog.entry(record);
        String hash = entry.computeHash();
        records.put(place(record), hash);
        entries.put(new Place(entry.boardId(), entry.sequence()), hash);
        onEntry.accept(entry);
    }

    private static Place place(ConsumerRecord<byte[], byte[]> record) {
        return new Place((record.topic() + ":" + record.partition()).intern(), record.offset());
    }

    /** Fails if what was read was not what had been read before, or could not be read on. */
    void check() {
        if (failure.get() != null) {
            throw new IllegalStateException(
                    "Expected to read every committed entry, in order, but: " + failure.get(), failure.get());
        }
    }

    /** Reads all again, as one who comes now: whatever was seen is there, where it was, and the same. */
    void areThereStill() throws InterruptedException {
        close();
        check();
        Map<Place, String> missingRecords = new HashMap<>(records);
        Map<Place, String> missingEntries = new HashMap<>(entries);
        Set<Place> there = new HashSet<>();
        CommittedLog.each(connection.bootstrapServers(), CommittedLog::holdsLog, record -> {
            LogEntry entry = CommittedLog.entry(record);
            String hash = entry.computeHash();
            Place number = new Place(entry.boardId(), entry.sequence());
            assertThat(there.add(number)).as("%s comes once", number).isTrue();
            missingRecords.remove(place(record), hash);
            missingEntries.remove(number, hash);
        });
        assertThat(missingRecords)
                .as("records, by topic, partition and offset, that are not there or not the same")
                .isEmpty();
        assertThat(missingEntries)
                .as("entries, by board and sequence, that are not there or not the same")
                .isEmpty();
    }

    /** How many entries were seen. */
    int count() {
        return entries.size();
    }

    @Override
    public void close() throws InterruptedException {
        thread.interrupt();
        thread.join();
    }
}
