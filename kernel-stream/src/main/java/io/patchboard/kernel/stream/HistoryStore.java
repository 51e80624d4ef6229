package io.patchboard.kernel.stream;

import io.patchboard.kernel.state.History;
import io.patchboard.kernel.state.HistoryEntry;
import io.patchboard.kernel.state.HistoryEntry.Kind;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.streams.state.KeyValueStore;

/** Ids seen before, as keys {@code board NUL kind:id}; the values mean nothing. */
final class HistoryStore {

    private static final byte[] SEEN = {1};

    private final KeyValueStore<byte[], byte[]> store;

    HistoryStore(KeyValueStore<byte[], byte[]> store) {
        this.store = store;
    }

    void put(String boardId, HistoryEntry fact) {
        store.put(key(boardId, fact.key()), SEEN);
    }

    OfBoard of(String boardId) {
        return new OfBoard(boardId);
    }

    private static byte[] key(String boardId, String fact) {
        return (boardId + '\0' + fact).getBytes(StandardCharsets.UTF_8);
    }

    /** What happened on one board. */
    final class OfBoard implements History {

        private final String boardId;

        private OfBoard(String boardId) {
            this.boardId = boardId;
        }

        @Override
        public boolean knowsProposal(String proposalId) {
            return has(Kind.PROPOSAL, proposalId);
        }

        @Override
        public boolean knowsCommand(String commandId) {
            return has(Kind.COMMAND, commandId);
        }

        @Override
        public InvocationEnd endOf(String invocationId) {
            if (has(Kind.ANSWERED, invocationId)) {
                return InvocationEnd.ANSWERED;
            }
            return has(Kind.EXPIRED, invocationId) ? InvocationEnd.EXPIRED : InvocationEnd.NONE;
        }

        private boolean has(Kind kind, String id) {
            return store.get(key(boardId, kind.key(id))) != null;
        }
    }
}
