package io.patchboard.kernel.patch;

import io.patchboard.json.JsonPointer;
import io.patchboard.record.Taint;
import java.util.EnumSet;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Who wrote one value of the state. Immutable, and shared between versions.
 *
 * @param own the entry that wrote the value as a whole; what is inside of it and has no node of its own came with it
 * @param latest the entry that last changed something in it
 * @param parts nodes of the items or members that have others
 * @param bytes that it takes when it is stored, with all in it, at most
 * @param levels of nodes below it
 * @param marks of the value and of all in it
 */
record OriginNode(Origin own, Origin latest, OriginRow parts, long bytes, int levels, Marks marks) {

    /** JSON of one node, and of its origin, beside the texts in it. */
    static final int NODE_BYTES = 100;

    /** JSON of one character, if it has to be escaped. */
    static final int ESCAPED_BYTES = 6;

    OriginNode(Origin own, Origin latest, OriginRow parts) {
        this(
                own,
                latest,
                parts,
                NODE_BYTES + textBytes(own, latest) + parts.bytes(),
                parts.levels(),
                own.marks().plus(parts.marks()));
    }

    /** Written by one entry, with all that is inside. */
    static OriginNode of(Origin origin) {
        return new OriginNode(origin, origin, OriginRow.EMPTY);
    }

    private static long textBytes(Origin own, Origin latest) {
        long texts = (long) ESCAPED_BYTES * own.chars();
        return own.equals(latest) ? texts : texts + NODE_BYTES + (long) ESCAPED_BYTES * latest.chars();
    }

    /** Whether one entry wrote all of it. */
    boolean isUniform() {
        return parts.isEmpty() && latest.equals(own);
    }

    OriginNode child(String token) {
        OriginNode found = null;
        if (parts.hasNames()) {
            found = parts.get(token);
        } else {
            OptionalInt index = JsonPointer.arrayIndex(token);
            found = index.isPresent() ? parts.get(index.getAsInt()) : null;
        }
        return found == null ? of(own) : found;
    }

    /**
     * What taints those values in it that are of a set.
     *
     * @param depth how many segments of the set's pattern lead to this value
     */
    Set<Taint> taint(PathPattern places, int depth) {
        Set<Taint> taint = marks.taint();
        if (taint.isEmpty() || depth == places.segments().size()) {
            return taint;
        }
        String segment = places.segments().get(depth);
        if (!segment.equals(PathPattern.ANY)) {
            return child(segment).taint(places, depth + 1);
        }
        Set<Taint> all = EnumSet.noneOf(Taint.class);
        all.addAll(own.taint());
        parts.forEach(entry -> all.addAll(entry.node().taint(places, depth + 1)));
        return Set.copyOf(all);
    }

    /** The value, with all in it, is tainted so, too. */
    OriginNode tainted(Set<Taint> more) {
        return more.isEmpty() || own.taint().containsAll(more) && parts.isEmpty()
                ? this
                : new OriginNode(own.tainted(more), latest, parts.map(part -> part.tainted(more)));
    }

    OriginNode with(OriginRow newParts, Origin by) {
        return new OriginNode(own, Origin.newest(latest, by), newParts);
    }

    /** With no more than so many levels of nodes below: what is beyond counts as written by who came last. */
    OriginNode cut(int most) {
        if (levels <= most) {
            return this;
        }
        return most == 0 ? of(last(marks.taint())) : new OriginNode(own, latest, parts.map(part -> part.cut(most - 1)));
    }

    /** As if it were {@linkplain #cut} again and again, by a level: who came last in any of them taints the value. */
    OriginNode cutByLevels(int most) {
        if (levels <= most) {
            return this;
        }
        return most == 0
                ? of(last(taintByLevels()))
                : new OriginNode(own, latest, parts.map(part -> part.cutByLevels(most - 1)));
    }

    private Set<Taint> taintByLevels() {
        if (parts.isEmpty()) {
            return own.taint();
        }
        Set<Taint> inside = EnumSet.noneOf(Taint.class);
        parts.forEach(part -> inside.addAll(part.node().taintByLevels()));
        return last(inside).taint();
    }

    /**
     * Who wrote all of it, once nothing more is known of what is in it.
     *
     * @param inside what taints that
     */
    Origin last(Set<Taint> inside) {
        return latest.tainted(Taint.union(own.taint(), inside)).degraded(marks.degraded());
    }
}
