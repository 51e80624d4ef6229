package io.patchboard.json;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** An immutable JSON array. Every change returns a new array. */
public final class JsonArray implements Json, Iterable<Json> {

    public static final JsonArray EMPTY = new JsonArray(List.of());

    private final List<Json> items;

    private JsonArray(List<Json> items) {
        this.items = Collections.unmodifiableList(items);
    }

    public static JsonArray of(Json... items) {
        return copyOf(List.of(items));
    }

    public static JsonArray copyOf(Collection<? extends Json> items) {
        return items.isEmpty() ? EMPTY : new JsonArray(new ArrayList<>(items));
    }

    public static JsonArray ofLongs(List<Long> items) {
        return copyOf(items.stream().map(Json::of).toList());
    }

    public static JsonArray ofStrings(Collection<String> items) {
        return copyOf(items.stream().map(Json::of).toList());
    }

    public int size() {
        return items.size();
    }

    public boolean isEmpty() {
        return items.isEmpty();
    }

    /** @throws IndexOutOfBoundsException unless {@code 0 <= index < size()} */
    public Json get(int index) {
        return items.get(index);
    }

    /** The items in order; the list cannot be changed. */
    public List<Json> items() {
        return items;
    }

    public Stream<Json> stream() {
        return items.stream();
    }

    public JsonArray append(Json item) {
        return insert(items.size(), item);
    }

    /** Inserts before the item at {@code index}; {@code index == size()} appends. */
    public JsonArray insert(int index, Json item) {
        List<Json> copy = new ArrayList<>(items.size() + 1);
        copy.addAll(items.subList(0, index));
        copy.add(item);
        copy.addAll(items.subList(index, items.size()));
        return new JsonArray(copy);
    }

    public JsonArray with(int index, Json item) {
        List<Json> copy = new ArrayList<>(items);
        copy.set(index, item);
        return new JsonArray(copy);
    }

    public JsonArray without(int index) {
        List<Json> copy = new ArrayList<>(items);
        copy.remove(index);
        return new JsonArray(copy);
    }

    @Override
    public Iterator<Json> iterator() {
        return items.iterator();
    }

    @Override
    public String typeName() {
        return "array";
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof JsonArray that && items.equals(that.items));
    }

    @Override
    public int hashCode() {
        return items.hashCode();
    }

    @Override
    public String toString() {
        return JsonWriter.compact(this);
    }
}
