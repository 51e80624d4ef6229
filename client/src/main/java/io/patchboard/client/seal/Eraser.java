package io.patchboard.client.seal;

import io.patchboard.client.KafkaConnection;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Destroys the keys of a subject. Used by one thread. */
public final class Eraser implements AutoCloseable {

    private final KeyTopic keys;

    public Eraser(KafkaConnection connection) {
        this.keys = new KeyTopic(connection);
    }

    /**
     * The keys that open something about a subject, by their ids.
     *
     * @param board for which it was sealed; absent for all
     * @throws org.apache.kafka.common.KafkaException if they cannot be read
     */
    public Map<String, KeyEntry> find(String subject, Optional<String> board) {
        Map<String, KeyEntry> found = new LinkedHashMap<>();
        keys.read().forEach((id, entry) -> {
            if (entry instanceof KeyEntry.Live
                    && entry.subject().equals(subject)
                    && board.map(entry.board()::equals).orElse(true)) {
                found.put(id, entry);
            }
        });
        return found;
    }

    /**
     * Writes over keys who destroyed them, when and why. From then on nobody who reads the topic gets them; their bytes
     * go with its next compaction.
     */
    public void erase(Map<String, KeyEntry> found, String by, Instant at, String reason) {
        Map<String, KeyEntry> erased = new LinkedHashMap<>();
        found.forEach((id, key) -> erased.put(id, new KeyEntry.Erased(key.board(), key.subject(), by, at, reason)));
        if (!erased.isEmpty()) {
            keys.write(erased);
        }
    }

    /**
     * How many destroyed keys still stand in the topic, of those of a subject. What is written last is never
     * compacted, so where any do, one erasure is written once more.
     */
    public int left(String subject) {
        TreeSet<String> left = new TreeSet<>();
        Map<String, KeyEntry> latest = new LinkedHashMap<>();
        keys.readRecords((id, entry) -> {
            if (entry.subject().equals(subject)) {
                if (entry instanceof KeyEntry.Live) {
                    left.add(id);
                } else {
                    latest.put(id, entry);
                }
            }
        });
        left.retainAll(latest.keySet());
        if (!left.isEmpty()) {
            keys.write(Map.of(left.first(), latest.get(left.first())));
        }
        return left.size();
    }

    @Override
    public void close() {
        keys.close();
    }
}
