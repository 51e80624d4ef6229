package io.patchboard.client.log;

import io.patchboard.record.LogEntry;

/**
 * A log entry and where it stands.
 *
 * @param value the bytes on the wire, not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // compared by place, never by content
public record LogRecord(String topic, int partition, long offset, LogEntry entry, byte[] value) {

    public String boardId() {
        return entry.boardId();
    }

    public long sequence() {
        return entry.sequence();
    }

    /** Where it stands, as {@code patchboard.committed-3@17}. */
    public String place() {
        return topic + "-" + partition + "@" + offset;
    }
}
