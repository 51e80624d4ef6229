package io.patchboard.kernel.patch;

import io.patchboard.kernel.patch.OriginRow.Entry;
import java.util.Arrays;

/**
 * Some entries of an {@link OriginRow} that stand beside each other. Immutable.
 *
 * @param span how many items they are, those in their gaps among them
 * @param bytes of all of them
 * @param levels of nodes, these included
 * @param marks of all of them
 */
record OriginBlock(Entry[] entries, int span, long bytes, int levels, Marks marks) {

    private OriginBlock(Entry[] entries, Sum sum) {
        this(entries, sum.span, sum.bytes, sum.levels, sum.marks);
    }

    static OriginBlock of(Entry... entries) {
        return new OriginBlock(entries, Sum.of(entries));
    }

    /** With others in place of some. What stays is looked at only where nothing else may be what what goes was. */
    OriginBlock with(int at, int removed, Entry... added) {
        Entry[] next = spliced(entries, at, removed, added);
        Sum gone = Sum.of(Arrays.copyOfRange(entries, at, at + removed));
        Sum come = Sum.of(added);
        boolean anew = gone.levels == levels && come.levels < levels || !gone.marks.equals(Marks.NONE);
        return new OriginBlock(next, anew ? Sum.of(next) : come.insteadOf(gone, this));
    }

    /** What is known of all entries together. */
    private record Sum(int span, long bytes, int levels, Marks marks) {

        private static Sum of(Entry... entries) {
            int span = 0;
            long bytes = 0;
            int deepest = 0;
            Marks marks = Marks.NONE;
            for (Entry entry : entries) {
                span += entry.span();
                bytes += entry.bytes();
                deepest = Math.max(deepest, entry.node().levels());
                marks = marks.plus(entry.node().marks());
            }
            return new Sum(span, bytes, deepest + 1, marks);
        }

        /** Of a block with these in place of others. */
        private Sum insteadOf(Sum gone, OriginBlock block) {
            return new Sum(
                    block.span() - gone.span + span,
                    block.bytes() - gone.bytes + bytes,
                    Math.max(block.levels(), levels),
                    block.marks().plus(marks));
        }
    }

    /** The first member that does not come before a name, of which the last one is. */
    int find(String name) {
        int from = 0;
        int end = entries.length - 1;
        while (from < end) {
            int middle = (from + end) >>> 1;
            if (entries[middle].name().compareTo(name) < 0) {
                from = middle + 1;
            } else {
                end = middle;
            }
        }
        return from;
    }

    /** Whether no item is in a gap. */
    boolean isDense() {
        return span == entries.length;
    }

    String last() {
        return entries[entries.length - 1].name();
    }

    static <T> T[] spliced(T[] items, int at, int removed, T[] added) {
        T[] next = Arrays.copyOf(items, items.length - removed + added.length);
        System.arraycopy(added, 0, next, at, added.length);
        System.arraycopy(items, at + removed, next, at + added.length, items.length - at - removed);
        return next;
    }
}
