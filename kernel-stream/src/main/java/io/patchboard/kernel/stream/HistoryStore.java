package io.patchboard.kernel.stream;

import io.patchboard.kernel.state.KnownIds;
import io.patchboard.kernel.state.RecentIds;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.streams.state.KeyValueStore;

/** What boards remember of requests and invocations, under {@code board NUL key}; see {@link KnownIds}. */
final class HistoryStore {

    /** Boards of which it keeps something in memory: some 300 bytes of each, and two for each of its ids. */
    private static final int MOST_BOARDS = 2_000;

    private final KeyValueStore<byte[], byte[]> store;
    private final Map<String, RecentIds> recent = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, RecentIds> eldest) {
            return size() > MOST_BOARDS;
        }
    };

    HistoryStore(KeyValueStore<byte[], byte[]> store) {
        this.store = store;
    }

    KnownIds of(String boardId) {
        RecentIds ids = recent.computeIfAbsent(boardId, id -> new RecentIds(new OfBoard(id), KnownIds.WINDOW));
        return new KnownIds(ids, KnownIds.WINDOW);
    }

    /** Keeps nothing in memory. */
    void clear() {
        recent.clear();
    }

    private final class OfBoard implements KnownIds.Index {

        private final String boardId;

        private OfBoard(String boardId) {
            this.boardId = boardId;
        }

        private byte[] key(String key) {
            return (boardId + '\0' + key).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public Optional<String> get(String key) {
            return Optional.ofNullable(store.get(key(key)))
                    .map(value -> new String(StoredValue.content(boardId, value), StandardCharsets.US_ASCII));
        }

        @Override
        public void put(String key, String value) {
            store.put(key(key), StoredValue.of(value.getBytes(StandardCharsets.US_ASCII)));
        }

        @Override
        public void delete(String key) {
            store.delete(key(key));
        }
    }
}
