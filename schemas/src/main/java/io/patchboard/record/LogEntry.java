package io.patchboard.record;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.JsonObject;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** One entry of a board's log, written by the kernel alone (topics committed, rejected, invocations). */
public final class LogEntry implements BoardRecord {

    /** Fields that are most of an entry's bytes, and may be any JSON value in every kind of event that has them. */
    public static final Set<String> BULK = Set.of("patch", "sentPatch", "state", "input", "view", "writes", "command");

    private final LogHeader header;
    private final Event event;

    /** As which it was hashed, if this one was. */
    private final Optional<JsonObject> json;

    /**
     * @param header where it stands in the log
     * @param event what happened
     */
    public LogEntry(LogHeader header, Event event) {
        this(header, event, Optional.empty());
    }

    private LogEntry(LogHeader header, Event event, Optional<JsonObject> json) {
        this.header = header;
        this.event = event;
        this.json = json;
    }

    public LogHeader header() {
        return header;
    }

    public Event event() {
        return event;
    }

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
        LogEntry unsealed = withHash("");
        return unsealed.sealed(unsealed.toJson());
    }

    /**
     * This entry, which has no hash yet, with its own filled in.
     *
     * @param itself as JSON, so that it need not be made again
     */
    public LogEntry sealed(JsonObject itself) {
        String hash = CanonicalJson.sha256(itself);
        return new LogEntry(header.withHash(hash), event, Optional.of(LogHeader.withHash(itself, hash)));
    }

    public LogEntry withHash(String hash) {
        return new LogEntry(header.withHash(hash), event);
    }

    @Override
    public JsonObject toJson() {
        if (json.isPresent()) {
            return json.get();
        }
        JsonObject.Builder fields = header.writeFirst(type());
        event.write(fields);
        return header.writeLast(fields);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LogEntry that && header.equals(that.header) && event.equals(that.event);
    }

    @Override
    public int hashCode() {
        return Objects.hash(header, event);
    }

    @Override
    public String toString() {
        return "LogEntry[header=" + header + ", event=" + event + "]";
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
