package io.patchboard.kernel.apply;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** A list of the board before, copied when it is first changed. */
final class EditedList<T> {

    private List<T> items;
    private boolean copied;

    EditedList(List<T> items) {
        this.items = items;
    }

    /** The items by now; not to be changed. */
    List<T> items() {
        return items;
    }

    private List<T> own() {
        if (!copied) {
            items = new ArrayList<>(items);
            copied = true;
        }
        return items;
    }

    void add(T item) {
        own().add(item);
    }

    /**
     * Adds an item, in place of one that equals it.
     *
     * @param most how many there may be; beyond, the oldest goes
     */
    void renew(T item, int most) {
        removeIf(item::equals);
        add(item);
        if (items.size() > most) {
            removeFirst(oldest -> true);
        }
    }

    void removeFirst(Predicate<T> which) {
        for (int i = 0; i < items.size(); i++) {
            if (which.test(items.get(i))) {
                own().remove(i);
                return;
            }
        }
    }

    void removeIf(Predicate<T> which) {
        for (T item : items) {
            if (which.test(item)) {
                own().removeIf(which);
                return;
            }
        }
    }

    /** Sets each item to another, or removes it. */
    void replaceAll(Function<T, Optional<T>> next) {
        List<T> replaced = new ArrayList<>(items.size());
        for (T item : items) {
            next.apply(item).ifPresent(replaced::add);
        }
        if (!replaced.equals(items)) {
            items = replaced;
            copied = true;
        }
    }

    void clear() {
        items = new ArrayList<>();
        copied = true;
    }

    /** The list of the board after: the very same if nothing was changed. */
    List<T> done() {
        return copied ? List.copyOf(items) : items;
    }
}
