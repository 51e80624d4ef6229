package io.patchboard.kernel.circuit;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.RandomAccess;

/**
 * A list that forgets its oldest items. Immutable; each change makes another.
 *
 * <p>It knows the size of all its items together, because that is asked for after each commit, and most items were
 * there before it.
 */
public final class Ring<T extends Ring.Item> extends AbstractList<T> implements RandomAccess {

    /** What a ring is made of: something that knows how large it is. */
    public interface Item {
        Footprint size();
    }

    private final Object[] items;
    private final Footprint total;

    private Ring(Object[] items, Footprint total) {
        this.items = items;
        this.total = total;
    }

    public static <T extends Item> Ring<T> empty() {
        return new Ring<>(new Object[0], Footprint.NONE);
    }

    public static <T extends Item> Ring<T> copyOf(Collection<T> items) {
        Footprint total = Footprint.NONE;
        for (T item : items) {
            total = total.plus(item.size());
        }
        return new Ring<>(items.toArray(), total);
    }

    /** The size of all items together. */
    public Footprint total() {
        return total;
    }

    /** With a newest item, and without the oldest ones beyond a number. */
    public Ring<T> append(T item, int kept) {
        int from = Math.max(0, items.length + 1 - kept);
        Object[] next = Arrays.copyOfRange(items, from, items.length + 1);
        next[next.length - 1] = item;
        return new Ring<>(next, total.minus(sizeBefore(from)).plus(item.size()));
    }

    /** The newest items alone. */
    public Ring<T> latest(int count) {
        int from = items.length - count;
        return from <= 0
                ? this
                : new Ring<>(Arrays.copyOfRange(items, from, items.length), total.minus(sizeBefore(from)));
    }

    private Footprint sizeBefore(int end) {
        Footprint size = Footprint.NONE;
        for (int i = 0; i < end; i++) {
            size = size.plus(get(i).size());
        }
        return size;
    }

    public Ring<T> with(int index, T item) {
        Object[] next = items.clone();
        next[index] = item;
        return new Ring<>(next, total.minus(get(index).size()).plus(item.size()));
    }

    public Ring<T> without(int index) {
        Object[] next = Arrays.copyOf(items, items.length - 1);
        System.arraycopy(items, index + 1, next, index, next.length - index);
        return new Ring<>(next, total.minus(get(index).size()));
    }

    @Override
    @SuppressWarnings("unchecked") // only items are put in
    public T get(int index) {
        return (T) items[index];
    }

    @Override
    public int size() {
        return items.length;
    }
}
