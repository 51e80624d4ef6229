package io.patchboard.client.log;

import java.time.Instant;

/**
 * A record that was sent to the kernel.
 *
 * @param key not to be changed; {@code null} if it has none
 * @param value not to be changed; {@code null} for a tombstone
 * @param time when it was sent
 * @param passed whether the kernel has committed that it is done with it
 * @param strayed whether it is in another partition than its key's, from where the kernel sends it on
 */
@SuppressWarnings("ArrayRecordComponent") // compared by place, never by content
public record SentRecord(
        String topic,
        int partition,
        long offset,
        byte[] key,
        byte[] value,
        Instant time,
        boolean passed,
        boolean strayed) {

    /** Where it stands, as {@code patchboard.proposals-3@17}. */
    public String place() {
        return topic + "-" + partition + "@" + offset;
    }
}
