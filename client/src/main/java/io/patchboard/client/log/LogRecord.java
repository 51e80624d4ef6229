package io.patchboard.client.log;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.LogEntry;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A log entry and where it stands.
 *
 * @param value the bytes on the wire, not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // compared by place, never by content
public record LogRecord(String topic, int partition, long offset, LogEntry entry, byte[] value) {

    /** @throws UnreadableEntryException if it is no entry, or one of another board than its key says */
    static LogRecord read(ConsumerRecord<byte[], byte[]> raw, EntryDecoder decoder) throws UnreadableEntryException {
        if (raw.value() == null) {
            throw new UnreadableEntryException("Expected a log entry, but got a record without a value.");
        }
        LogEntry entry = decoder.decode(raw.value());
        if (!entry.boardId().equals(key(raw))) {
            throw new UnreadableEntryException("Expected an entry of board \"" + key(raw)
                    + "\", which is the record's key, but it says \"" + entry.boardId() + "\".");
        }
        return new LogRecord(raw.topic(), raw.partition(), raw.offset(), entry, raw.value());
    }

    /** The board that a record claims to belong to; empty where it has no key. */
    static String key(ConsumerRecord<byte[], byte[]> raw) {
        return raw.key() == null ? "" : new String(raw.key(), StandardCharsets.UTF_8);
    }

    public String boardId() {
        return entry.boardId();
    }

    public long sequence() {
        return entry.sequence();
    }

    /** The entry as it came, or what it says where that was not JSON. */
    public JsonObject json() {
        return isJson() ? (JsonObject) JsonReader.parse(new String(value, StandardCharsets.UTF_8)) : entry.toJson();
    }

    /**
     * The entry as it came, where that was not JSON. Hashes are of {@link #json}.
     *
     * @throws UnreadableLogException if the decoder is not the one that it was read with
     */
    public JsonObject spelled(EntryDecoder decoder) {
        try {
            return decoder.json(value);
        } catch (UnreadableEntryException e) {
            throw new UnreadableLogException("Expected an entry at " + place() + ". " + e.getMessage());
        }
    }

    public boolean isJson() {
        return value.length > 0 && value[0] == '{';
    }

    /** Where it stands, as {@code patchboard.committed-3@17}. */
    public String place() {
        return topic + "-" + partition + "@" + offset;
    }
}
