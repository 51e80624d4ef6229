package io.patchboard.kernel.circuit;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/** Commits that follow from each other, oldest first. Immutable; each change makes another. */
public final class Links extends AbstractList<Link> implements RandomAccess {

    private static final int SEQUENCE = 0;
    private static final int CAUSE = 1;
    private static final int SIGNATURE = 2;
    private static final int COLUMNS = 3;

    static final Links NONE = new Links(Rows.empty(COLUMNS), 0);

    private final Rows rows;

    /** Of all texts, as a {@link Footprint} counts. */
    private final long chars;

    private Links(Rows rows, long chars) {
        this.rows = rows;
        this.chars = chars;
    }

    static Links copyOf(List<Link> links) {
        Links copy = NONE;
        for (Link link : links) {
            copy = copy.append(link, links.size());
        }
        return copy;
    }

    Links append(Link link, int kept) {
        Rows next = rows.append(kept, link.author(), link.sequence(), link.cause(), link.signature());
        long gone = 0;
        for (int i = 0; i <= size() - next.size(); i++) {
            gone += chars(signature(i), author(i));
        }
        return new Links(next, chars - gone + chars(link.signature(), link.author()));
    }

    private static long chars(long signature, String author) {
        return Footprint.charsOf("") + Keys.length(signature) + Footprint.charsOf(author);
    }

    long sequence(int index) {
        return rows.number(index, SEQUENCE);
    }

    long cause(int index) {
        return rows.number(index, CAUSE);
    }

    long signature(int index) {
        return rows.number(index, SIGNATURE);
    }

    String author(int index) {
        return rows.name(index);
    }

    @Override
    public Link get(int index) {
        return new Link(sequence(index), cause(index), signature(index), author(index));
    }

    @Override
    public int size() {
        return rows.size();
    }

    Footprint total() {
        return new Footprint(size(), chars);
    }
}
