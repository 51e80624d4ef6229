package io.patchboard.kernel.patch;

import io.patchboard.record.Provenance;
import io.patchboard.record.Taint;
import java.util.Optional;
import java.util.Set;

/**
 * Where a value of the state comes from: the log entry that wrote it, and what taints it.
 *
 * @param sequence of the entry; 0 if nobody knows
 * @param worker whose proposal it was; absent for the first state
 * @param source what that worker had been invoked for; absent if it had not been invited
 * @param taint of the value, for what its writer was shown or where it stood
 * @param degraded whether its writer is a fallback
 */
public record Origin(
        long sequence, Optional<String> worker, Optional<Source> source, Set<Taint> taint, boolean degraded) {

    /** Of a board that was stored before origins were kept. */
    public static final Origin UNKNOWN = ofNobody(0);

    /** A path that is longer than that is not kept: every value that was written would have to carry it. */
    private static final int MOST_PATH_CHARS = 300;

    /**
     * Why a worker was invoked.
     *
     * @param sequence of the log entry that the rule matched
     * @param path JSON Pointer to the item as it was when the worker answered; absent for rules on the board as a whole
     */
    public record Source(long sequence, Optional<String> path) {

        public Source {
            path = path.filter(text -> text.length() <= MOST_PATH_CHARS);
        }
    }

    /** Of what no worker has written. */
    public static Origin ofNobody(long sequence) {
        return new Origin(sequence, Optional.empty(), Optional.empty(), Set.of(), false);
    }

    public boolean isKnown() {
        return sequence > 0;
    }

    /** This one, of a value that is tainted so, too. */
    public Origin tainted(Set<Taint> more) {
        return taint.containsAll(more)
                ? this
                : new Origin(sequence, worker, source, Taint.union(taint, more), degraded);
    }

    /** This one, of a value that a fallback wrote, or did not. */
    public Origin degraded(boolean fallback) {
        return degraded == fallback ? this : new Origin(sequence, worker, source, taint, fallback);
    }

    Marks marks() {
        return Marks.of(taint, degraded);
    }

    /** The one that came last. */
    static Origin newest(Origin one, Origin other) {
        return other.sequence >= one.sequence ? other : one;
    }

    /** Characters of all texts in it. */
    int chars() {
        int chars = degraded ? Provenance.DEGRADED.word().length() : 0;
        if (worker.isPresent()) {
            chars += worker.get().length();
        }
        if (source.isPresent() && source.get().path().isPresent()) {
            chars += source.get().path().get().length();
        }
        for (Taint each : taint) {
            chars += each.word().length();
        }
        return chars;
    }
}
