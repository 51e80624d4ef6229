package io.patchboard.gateway.source;

import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Which records of one partition were delivered and not yet acknowledged, and so how far its offset may be committed:
 * up to the first of them. Used by one thread.
 */
final class PartitionProgress {

    private final TreeSet<Long> open = new TreeSet<>();
    private long next;
    private long committed;

    /** Nothing before {@code start} concerns this progress. */
    PartitionProgress(long start) {
        this.next = start;
        this.committed = start;
    }

    /** A record was fetched. Offsets come in ascending order, with gaps where transactions end. */
    void fetched(long offset) {
        open.add(offset);
        next = offset + 1;
    }

    void acknowledged(long offset) {
        open.remove(offset);
    }

    /**
     * The offset to commit, if it lies beyond what was committed before.
     *
     * @param position where the partition is read on: beyond the last record, where the end of a transaction stands
     */
    OptionalLong committable(long position) {
        long done = open.isEmpty() ? Math.max(next, position) : open.first();
        return done > committed ? OptionalLong.of(done) : OptionalLong.empty();
    }

    void committed(long offset) {
        committed = Math.max(committed, offset);
    }
}
