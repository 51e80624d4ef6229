package io.patchboard.json;

/**
 * What is found out about a part and kept: its digest, its size, and what others {@linkplain Part remember}. Of a part
 * that is written out in a few bytes, digest and size are found out again: kept, they would take more room than the
 * part.
 *
 * <p>The fields are neither volatile nor guarded. Each refers to a value with final fields only, or to an array of such
 * in which a place that is not seen yet is null, and whatever two threads compute at once is equal, so the worst that a
 * race can cost is that something is computed twice.
 */
abstract class CachedPart implements Part {

    /** Facts about one part; more of them would mean a key that does not live as long as the value does. */
    private static final int MOST_FACTS = 64;

    private static final Object[] NONE = {};

    /** Each key with what is known under it behind it, in the order in which they came; never changed. */
    private Object[] facts = NONE;

    private Digest digest;
    private Extent extent;

    @Override
    public final Object recall(Object key) {
        Object[] known = facts;
        for (int i = known.length - 2; i >= 0; i -= 2) {
            if (known[i] == key) {
                return known[i + 1];
            }
        }
        return null;
    }

    @Override
    public final void remember(Object key, Object fact) {
        Object[] known = facts;
        int gone = known.length == 2 * MOST_FACTS ? 0 : known.length;
        for (int i = 0; i < known.length; i += 2) {
            // What was remembered under a key goes when it is replaced: it may keep large things alive.
            gone = known[i] == key ? i : gone;
        }
        int left = gone == known.length ? known.length : known.length - 2;
        Object[] next = new Object[left + 2];
        System.arraycopy(known, 0, next, 0, gone);
        System.arraycopy(known, gone + known.length - left, next, gone, left - gone);
        next[left] = key;
        next[left + 1] = fact;
        facts = next;
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
