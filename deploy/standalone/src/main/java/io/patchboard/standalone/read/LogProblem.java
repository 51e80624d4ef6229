package io.patchboard.standalone.read;

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
        /** Its board has had an entry with this sequence. */
        REPEAT
    }
}
