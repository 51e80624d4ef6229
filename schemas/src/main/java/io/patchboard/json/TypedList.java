package io.patchboard.json;

import java.util.AbstractList;
import java.util.RandomAccess;

/** Objects of one type as a list that cannot be changed, without a copy. */
final class TypedList<T> extends AbstractList<T> implements RandomAccess {

    private final Object[] items;
    private final Class<T> type;

    TypedList(Object[] items, Class<T> type) {
        this.items = items;
        this.type = type;
    }

    @Override
    public T get(int index) {
        return type.cast(items[index]);
    }

    @Override
    public int size() {
        return items.length;
    }
}
