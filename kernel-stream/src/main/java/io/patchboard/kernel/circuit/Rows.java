package io.patchboard.kernel.circuit;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The latest rows of a table of numbers, each with a name or without. Immutable; each change makes another.
 *
 * <p>Many of them are looked at after each commit. As objects they would lie all over the heap, and each would be
 * copied by the collector; here those of a board lie in one array, which its later versions go on with: a row is
 * written behind the last one by the first who appends to that, and by nobody else.
 */
final class Rows {

    /** Room for more, so that an array is copied once in so many rows. */
    private static final int LEAST_ROOM = 8;

    /** @param written rows that some version has, from the first on */
    private record Store(long[] cells, String[] names, AtomicInteger written) {}

    private final Store store;
    private final int columns;
    private final int from;
    private final int to;

    private Rows(Store store, int columns, int from, int to) {
        this.store = store;
        this.columns = columns;
        this.from = from;
        this.to = to;
    }

    /** @param columns of numbers */
    static Rows empty(int columns) {
        return new Rows(new Store(new long[0], new String[0], new AtomicInteger()), columns, 0, 0);
    }

    int size() {
        return to - from;
    }

    long number(int row, int column) {
        return store.cells()[(from + row) * columns + column];
    }

    String name(int row) {
        return store.names()[from + row];
    }

    /** With a newest row, and without the oldest ones beyond a number. */
    Rows append(int kept, String name, long... numbers) {
        int first = Math.max(from, to + 1 - kept);
        boolean room = to < store.names().length && store.written().compareAndSet(to, to + 1);
        Store next = room ? store : copy(first);
        int end = room ? to + 1 : next.written().get();
        System.arraycopy(numbers, 0, next.cells(), (end - 1) * columns, columns);
        next.names()[end - 1] = name;
        return new Rows(next, columns, room ? first : 0, end);
    }

    /** Those from a row of the store on, and one more that is to be written. */
    private Store copy(int first) {
        int before = to - first;
        int room = before + Math.max(LEAST_ROOM, before / 2);
        long[] cells = new long[room * columns];
        System.arraycopy(store.cells(), first * columns, cells, 0, before * columns);
        String[] names = new String[room];
        System.arraycopy(store.names(), first, names, 0, before);
        return new Store(cells, names, new AtomicInteger(before + 1));
    }

    /** The newest rows alone. */
    Rows latest(int count) {
        return count >= size() ? this : new Rows(store, columns, to - count, to);
    }
}
