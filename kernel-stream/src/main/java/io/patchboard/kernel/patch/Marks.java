package io.patchboard.kernel.patch;

import io.patchboard.record.Taint;
import java.util.Set;

/**
 * What is to be known of some values before they are used.
 *
 * @param taint of any of them
 * @param degraded whether a fallback wrote any of them
 */
record Marks(Set<Taint> taint, boolean degraded) {

    static final Marks NONE = new Marks(Set.of(), false);

    static Marks of(Set<Taint> taint, boolean degraded) {
        return taint.isEmpty() && !degraded ? NONE : new Marks(taint, degraded);
    }

    /** Of these values and others. */
    Marks plus(Marks others) {
        if (others == NONE || others == this) {
            return this;
        }
        return this == NONE ? others : of(Taint.union(taint, others.taint), degraded || others.degraded);
    }
}
