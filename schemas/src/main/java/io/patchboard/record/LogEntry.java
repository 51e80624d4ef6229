package io.patchboard.record;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.JsonObject;
import java.util.Set;

/**
 * One entry of a board's log, written by the kernel alone (topics committed, rejected, invocations).
 *
 * @param header where it stands in the log
 * @param event what happened
 */
public record LogEntry(LogHeader header, Event event) implements BoardRecord {

    /** Fields that are most of an entry's bytes, and may be any JSON value in every kind of event that has them. */
    public static final Set<String> BULK = Set.of("patch", "sentPatch", "state", "input", "view", "writes", "command");

    /** The type of its event. */
    @Override
    public String type() {
        return event.type();
    }

    @Override
    public String boardId() {
        return header.boardId();
    }

    public long sequence() {
        return header.sequence();
    }

    /** The hash that this entry must have: SHA-256 of its canonical JSON without {@code hash}. */
    public String computeHash() {
        return CanonicalJson.sha256(withHash("").toJson());
    }

    /** This entry with its own hash filled in. */
    public LogEntry sealed() {
        return withHash(computeHash());
    }

    public LogEntry withHash(String hash) {
        return new LogEntry(header.withHash(hash), event);
    }

    @Override
    public JsonObject toJson() {
        JsonObject.Builder json = header.writeFirst(type());
        event.write(json);
        return header.writeLast(json);
    }

    /** @throws FieldException naming the first field that is missing or of the wrong type */
    public static LogEntry fromJson(JsonObject json) {
        Fields fields = new Fields(json);
        String type = fields.string("type");
        return new LogEntry(LogHeader.read(fields), Event.read(type, fields));
    }

    /**
     * As {@link #fromJson}, for readers of whole logs: an event of a kind, or with a word, that a newer version has is
     * an {@link UnknownEvent}.
     *
     * @throws FieldException if it has not even what every entry has
     */
    public static LogEntry fromAnyJson(JsonObject json) {
        try {
            return fromJson(json);
        } catch (UnknownWordException e) {
            Fields fields = new Fields(json);
            return new LogEntry(LogHeader.read(fields), new UnknownEvent(fields.string("type"), json));
        }
    }
}
