package io.patchboard.standalone.read;

import io.patchboard.record.LogEntry;

/** Makes a log entry of a record's value. */
@FunctionalInterface
public interface EntryDecoder {

    /** @throws UnreadableEntryException saying what was expected and what was found */
    LogEntry decode(byte[] value) throws UnreadableEntryException;
}
