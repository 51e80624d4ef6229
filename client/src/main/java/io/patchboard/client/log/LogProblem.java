package io.patchboard.client.log;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A record of a log topic that is no entry of a board's log, or one that is there already.
 *
 * @param key the record's key, the board that it claims to belong to; empty where it has none
 * @param place as {@code patchboard.committed-3@17}; in an archive, words
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

    static LogProblem of(ConsumerRecord<byte[], byte[]> raw, UnreadableEntryException why) {
        Kind kind = why.needsRegistry() ? Kind.NEEDS_REGISTRY : Kind.UNREADABLE;
        return new LogProblem(LogRecord.key(raw), LogSource.place(raw), 0, kind, why.getMessage());
    }

    /** @param boardId whose log the file has, as far as that can be told */
    static LogProblem archived(Optional<String> boardId, Path file, int line, UnreadableEntryException why) {
        String place = "line " + line + " of " + file;
        return new LogProblem(boardId.orElse(""), place, 0, Kind.UNREADABLE, why.getMessage());
    }

    static LogProblem repeated(LogRecord entry, String place) {
        return new LogProblem(
                entry.boardId(),
                place,
                entry.sequence(),
                Kind.REPEAT,
                "Expected each sequence once, but " + entry.sequence() + " is repeated at " + place + ".");
    }

    /**
     * For who waits for what the log will say, and would wait in vain.
     *
     * @throws MissingRegistryException if a Schema Registry has to be named before the log can be read
     */
    public void requireNoRegistry() {
        if (kind == Kind.NEEDS_REGISTRY) {
            throw new MissingRegistryException(key, place);
        }
    }
}
