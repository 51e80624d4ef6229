package io.patchboard.client.log;

/**
 * A record of a log topic that is no entry of a board's log, or one that is there already.
 *
 * @param key the record's key, the board that it claims to belong to; empty where it has none
 * @param place as {@code patchboard.committed-3@17}
 * @param sequence of a repeated entry; 0 where it could not be read
 */
public record LogProblem(String key, String place, long sequence, Kind kind, String message) {

    /** What is wrong. */
    public enum Kind {
        /** No log entry, or one of another board than its key says. */
        UNREADABLE,
        /** Written with a Schema Registry, and the connection names none. */
        NEEDS_REGISTRY,
        /** Its board has had an entry with this sequence. */
        REPEAT
    }

    /**
     * For who waits for what the log will say, and would wait in vain.
     *
     * @throws UnreadableLogException if a Schema Registry has to be named before the log can be read
     */
    public void requireNoRegistry() {
        if (kind == Kind.NEEDS_REGISTRY) {
            throw UnreadableLogException.withoutRegistry(key, place);
        }
    }
}
