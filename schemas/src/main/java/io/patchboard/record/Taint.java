package io.patchboard.record;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What is to be known of a value before it is trusted or handed out. Whoever was shown a tainted value taints what it
 * writes, unless the blueprint says that it endorses it.
 */
public enum Taint implements Word {
    /** Words from outside, which may want to give orders. */
    UNTRUSTED,
    /** What must not leave the board. */
    CONFIDENTIAL;

    /** All of these. */
    public static Set<Taint> union(Set<Taint> some, Set<Taint> others) {
        if (some.containsAll(others)) {
            return some;
        }
        if (some.isEmpty()) {
            return others;
        }
        EnumSet<Taint> all = EnumSet.noneOf(Taint.class);
        all.addAll(some);
        all.addAll(others);
        return Set.copyOf(all);
    }

    /** All of these but one. */
    public static Set<Taint> without(Set<Taint> some, Taint one) {
        if (!some.contains(one)) {
            return some;
        }
        EnumSet<Taint> others = EnumSet.copyOf(some);
        others.remove(one);
        return Set.copyOf(others);
    }

    /** As log entries have them, in one order. */
    public static List<String> words(Set<Taint> taint) {
        return taint.isEmpty()
                ? List.of()
                : taint.stream().sorted().map(Word::word).toList();
    }

    /** @throws RecordFormatException if there is no such word */
    static Set<Taint> read(Fields fields) {
        return Set.copyOf(fields.words("taint", Taint.class));
    }
}
