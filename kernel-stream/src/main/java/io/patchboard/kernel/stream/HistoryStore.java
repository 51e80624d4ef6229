package io.patchboard.kernel.stream;

import io.patchboard.kernel.state.KnownIds;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.streams.state.KeyValueStore;

/** What boards remember of requests and invocations, under {@code board NUL key}; see {@link KnownIds}. */
final class HistoryStore {

    private final KeyValueStore<byte[], byte[]> store;

    HistoryStore(KeyValueStore<byte[], byte[]> store) {
        this.store = store;
    }

    KnownIds of(String boardId) {
        return new KnownIds(new OfBoard(boardId), KnownIds.WINDOW);
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
