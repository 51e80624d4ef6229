package io.patchboard.client;

import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Which records of one partition were delivered and are not yet done, and so how far its offset may be committed: up to
 * the first of them. Used by one thread.
 */
public final class PartitionProgress {

    private final TreeSet<Long> open = new TreeSet<>();
    private final long start;
    private long next;
    private long committed;

    /** Nothing before {@code start} concerns this progress. */
    public PartitionProgress(long start) {
        this.start = start;
        this.next = start;
        this.committed = start;
    }

    /** Whether a record is none of those before the start. */
    public boolean concerns(long offset) {
        return offset >= start;
    }

    /** A record was fetched. Offsets come in ascending order, with gaps where transactions end. */
    public void fetched(long offset) {
        open.add(offset);
        next = offset + 1;
    }

    public void acknowledged(long offset) {
        open.remove(offset);
    }

    /** Whether a record was fetched and not yet acknowledged. */
    public boolean isOpen(long offset) {
        return open.contains(offset);
    }

    /**
     * The offset to commit, if it lies beyond what was committed before.
     *
     * @param position where the partition is read on: beyond the last record, where the end of a transaction stands
     */
    public OptionalLong committable(long position) {
        long done = open.isEmpty() ? Math.max(next, position) : open.first();
        return done > committed ? OptionalLong.of(done) : OptionalLong.empty();
    }

    public void committed(long offset) {
        committed = Math.max(committed, offset);
    }
}
