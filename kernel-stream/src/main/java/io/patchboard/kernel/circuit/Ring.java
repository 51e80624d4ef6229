package io.patchboard.kernel.circuit;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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

    private final List<T> items;
    private final Footprint total;

    private Ring(List<T> items, Footprint total) {
        this.items = items;
        this.total = total;
    }

    public static <T extends Item> Ring<T> empty() {
        return new Ring<>(List.of(), Footprint.NONE);
    }

    public static <T extends Item> Ring<T> copyOf(Collection<T> items) {
        Footprint total = Footprint.NONE;
        for (T item : items) {
            total = total.plus(item.size());
        }
        return new Ring<>(List.copyOf(items), total);
    }

    /** The size of all items together. */
    public Footprint total() {
        return total;
    }

    /** With a newest item, and without the oldest ones beyond a number. */
    public Ring<T> append(T item, int kept) {
        int from = Math.max(0, items.size() + 1 - kept);
        List<T> next = new ArrayList<>(items.size() + 1 - from);
        next.addAll(items.subList(from, items.size()));
        next.add(item);
        return new Ring<>(next, total.minus(sizeBefore(from)).plus(item.size()));
    }

    /** The newest items alone. */
    public Ring<T> latest(int count) {
        int from = items.size() - count;
        return from <= 0
                ? this
                : new Ring<>(new ArrayList<>(items.subList(from, items.size())), total.minus(sizeBefore(from)));
    }

    private Footprint sizeBefore(int end) {
        Footprint size = Footprint.NONE;
        for (int i = 0; i < end; i++) {
            size = size.plus(items.get(i).size());
        }
        return size;
    }

    public Ring<T> with(int index, T item) {
        List<T> next = new ArrayList<>(items);
        T former = next.set(index, item);
        return new Ring<>(next, total.minus(former.size()).plus(item.size()));
    }

    public Ring<T> without(int index) {
        List<T> next = new ArrayList<>(items);
        T former = next.remove(index);
        return new Ring<>(next, total.minus(former.size()));
    }

    @Override
    public T get(int index) {
        return items.get(index);
    }

    @Override
    public int size() {
        return items.size();
    }
}
