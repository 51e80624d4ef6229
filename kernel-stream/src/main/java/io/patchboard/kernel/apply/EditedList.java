package io.patchboard.kernel.apply;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

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
     * Adds an item that equals none, without looking at the others.
     *
     * @param most how many there may be; beyond, the oldest go
     */
    void addNew(T item, int most) {
        add(item);
        if (items.size() > most) {
            own().subList(0, items.size() - most).clear();
        }
    }

    /**
     * Adds items, each in place of one that equals it.
     *
     * @param most how many there may be; beyond, the oldest go
     */
    void renewAll(List<T> added, int most) {
        if (added.isEmpty()) {
            return;
        }
        Set<T> all = new LinkedHashSet<>(items);
        for (T item : added) {
            all.remove(item);
            all.add(item);
        }
        items = all.stream().skip(Math.max(0, all.size() - most)).collect(Collectors.toCollection(ArrayList::new));
        copied = true;
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
