package io.patchboard.client.log;

import io.patchboard.registry.RegistryConfig;

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
            throw new UnreadableLogException("The log of board \"" + key + "\" cannot be read: its record at " + place
                    + " was written with a Schema Registry, and " + RegistryConfig.URL_PROPERTY
                    + " is not among the settings. Name it in a file of --config.");
        }
    }
}
