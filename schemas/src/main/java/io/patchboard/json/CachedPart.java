package io.patchboard.json;

/**
 * What is found out about a part and kept: its digest, its size, and what others {@linkplain Part remember}. Of a part
 * that is written out in a few bytes, digest and size are found out again: kept, they would take more room than the
 * part.
 *
 * <p>The fields are neither volatile nor guarded. Each refers to a value with final fields only, and whatever two
 * threads compute at once is equal, so the worst that a race can cost is that something is computed twice.
 */
abstract class CachedPart implements Part {

    /** Facts about one part; more of them would mean a key that does not live as long as the value does. */
    private static final int MOST_FACTS = 64;

    private static final class Fact {

        private final Object key;
        private final Object value;
        private final int count;
        private final Fact next;

        private Fact(Object key, Object value, Fact next) {
            this.key = key;
            this.value = value;
            this.count = next == null ? 1 : next.count + 1;
            this.next = next;
        }
    }

    private Fact facts;
    private Digest digest;
    private Extent extent;

    @Override
    public final Object recall(Object key) {
        for (Fact fact = facts; fact != null; fact = fact.next) {
            if (fact.key == key) {
                return fact.value;
            }
        }
        return null;
    }

    @Override
    public final void remember(Object key, Object fact) {
        facts = new Fact(key, fact, newest(MOST_FACTS - 1, without(key, facts)));
    }

    /** The first so many: those that were remembered last. */
    private static Fact newest(int most, Fact fact) {
        if (fact == null || fact.count <= most) {
            return fact;
        }
        return most == 0 ? null : new Fact(fact.key, fact.value, newest(most - 1, fact.next));
    }

    /** What was remembered under a key goes when it is replaced: it may keep large things alive. */
    private static Fact without(Object key, Fact fact) {
        if (fact == null) {
            return null;
        }
        if (fact.key == key) {
            return fact.next;
        }
        Fact next = without(key, fact.next);
        return next == fact.next ? fact : new Fact(fact.key, fact.value, next);
    }

    /** Takes over what is known about a part that is equal to this one. */
    final void know(CachedPart equal) {
        facts = equal.facts;
        digest = equal.digest;
        extent = equal.extent;
    }

    final Digest digest(MerkleText text) {
        Digest known = digest;
        if (known == null) {
            known = text.digestOf(this);
            digest = isWrittenOut(extent()) ? null : known;
        }
        return known;
    }

    final Extent extent() {
        Extent known = extent;
        if (known == null) {
            known = measure();
            extent = isWrittenOut(known) ? null : known;
        }
        return known;
    }

    /** As {@link Json#canonicalBytes}. */
    public final long canonicalBytes() {
        return extent().bytes();
    }

    /** As {@link Json#compactBytes}. */
    public final long compactBytes() {
        return extent().compactBytes();
    }

    /** As {@link Json#compactChars}. */
    public final long compactChars() {
        return extent().compactChars();
    }

    /** As {@link Json#depth}. */
    public final int depth() {
        return extent().depth();
    }

    /** As {@link Json#containers}. */
    public final long containers() {
        return extent().containers();
    }

    /** As {@link Json#heapBytes}. */
    public final long heapBytes() {
        return extent().around() + extent().bytes();
    }

    /** Whether a part of this size stands in the text of others itself, and not by its digest. */
    boolean isWrittenOut(Extent size) {
        return size.bytes() <= MerkleText.SHORT;
    }

    /** Finds out how large the part is, from what its children know. */
    abstract Extent measure();

    /** Has every child that stands in the text by its digest find it out. */
    abstract void digestChildren(MerkleText text);

    /** Writes the text that the digest is of; see {@link MerkleText}. */
    abstract void writeTo(MerkleText text);
}
