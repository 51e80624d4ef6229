package io.patchboard.client.log;

import java.util.concurrent.atomic.AtomicLong;

/** How far the reading of a log is, for the line that tells it. Written by the reader, asked for by any thread. */
public final class Progress {

    private final AtomicLong entries = new AtomicLong();
    private volatile int percent;

    /** One more has been read. */
    public void entry() {
        entries.incrementAndGet();
    }

    /** @param newPercent of what there was when the reading began; see {@link LogListener#progress} */
    public void percent(int newPercent) {
        percent = newPercent;
    }

    /** Such as {@code 4711 entries, 37 %}. */
    @Override
    public String toString() {
        long read = entries.get();
        return read + (read == 1 ? " entry, " : " entries, ") + percent + " %";
    }
}
