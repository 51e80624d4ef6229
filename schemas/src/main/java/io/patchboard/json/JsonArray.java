package io.patchboard.json;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An immutable JSON array. Every change returns a new array, which shares what did not change: one of up to 32 items is
 * copied, a larger one consists of {@linkplain Run runs}. Those are made when they are first needed, because most
 * values are read, looked at and forgotten.
 */
public final class JsonArray extends CachedPart implements Json, Iterable<Json> {

    public static final JsonArray EMPTY = new JsonArray(new Json[0], null, 0);

    private final Json[] flat;
    private Run root;
    private final long version;

    /** Has items or a root; the other one may be null. */
    private JsonArray(Json[] flat, Run root, long version) {
        this.flat = flat;
        this.root = root;
        this.version = version;
    }

    private static JsonArray ofFlat(Json[] items) {
        return new JsonArray(items, null, 0);
    }

    private static JsonArray ofRuns(Run root) {
        if (root.size() > Runs.FLAT) {
            return new JsonArray(null, root, 0);
        }
        Json[] items = new Json[root.size()];
        Iterator<Run.Spot> spots = root.spots();
        Arrays.setAll(items, i -> spots.next().value());
        return ofFlat(items);
    }

    public static JsonArray of(Json... items) {
        return items.length == 0 ? EMPTY : ofFlat(items.clone());
    }

    public static JsonArray copyOf(Collection<? extends Json> items) {
        if (items.isEmpty()) {
            return EMPTY;
        }
        return ofFlat(items.toArray(Json[]::new));
    }

    public static JsonArray ofLongs(List<Long> items) {
        return copyOf(items.stream().map(Json::of).toList());
    }

    public static JsonArray ofStrings(Collection<String> items) {
        return copyOf(items.stream().map(Json::of).toList());
    }

    public int size() {
        return flat != null ? flat.length : root.size();
    }

    private boolean isLarge() {
        return size() > Runs.FLAT;
    }

    /** Of a large array. Two threads may both make it, and make the same. */
    private Run root() {
        Run made = root;
        if (made == null) {
            made = Runs.ofItems(flat);
            root = made;
        }
        return made;
    }

    public boolean isEmpty() {
        return size() == 0;
    }

    /** @throws IndexOutOfBoundsException unless {@code 0 <= index < size()} */
    public Json get(int index) {
        checkIndex(index, size());
        return flat != null ? flat[index] : root.spot(index).value();
    }

    private static void checkIndex(int index, int end) {
        if (index < 0 || index >= end) {
            throw new IndexOutOfBoundsException("Expected an index below " + end + ", but got " + index + ".");
        }
    }

    /** The items in order; the list cannot be changed. */
    public List<Json> items() {
        return flat != null ? Collections.unmodifiableList(Arrays.asList(flat)) : new RunItems(root);
    }

    /** The runs of an array of more than 32 items; absent for a smaller one. */
    public Optional<Run> runs() {
        return isLarge() ? Optional.of(root()) : Optional.empty();
    }

    public Stream<Json> stream() {
        return items().stream();
    }

    public JsonArray append(Json item) {
        return insert(size(), item);
    }

    /** Inserts before the item at {@code index}; {@code index == size()} appends. */
    public JsonArray insert(int index, Json item) {
        checkIndex(index, size() + 1);
        if (isLarge()) {
            return new JsonArray(null, Runs.insertItem(root(), index, item), 0);
        }
        Json[] items = Arrays.copyOf(flat, flat.length + 1);
        System.arraycopy(flat, index, items, index + 1, flat.length - index);
        items[index] = item;
        return ofFlat(items);
    }

    public JsonArray with(int index, Json item) {
        checkIndex(index, size());
        if (isLarge()) {
            return new JsonArray(null, Runs.replaceItem(root(), index, item), 0);
        }
        Json[] items = flat.clone();
        items[index] = item;
        return ofFlat(items);
    }

    public JsonArray without(int index) {
        checkIndex(index, size());
        if (isLarge()) {
            return ofRuns(Runs.remove(root(), index));
        }
        Json[] items = Arrays.copyOf(flat, flat.length - 1);
        System.arraycopy(flat, index + 1, items, index, items.length - index);
        return items.length == 0 ? EMPTY : ofFlat(items);
    }

    /**
     * The version of the document that last changed something in this array; 0 if it belongs to no document with
     * versions.
     */
    public long version() {
        return version;
    }

    /** This array as it is, as of a version. */
    public JsonArray withVersion(long changed) {
        return equalTo(flat, root, changed);
    }

    /** With the version in all that has none. */
    JsonArray markAll(long changed) {
        Json[] items = flat != null ? flat : items().toArray(Json[]::new);
        Json[] marked = Versions.markAll(items, changed);
        return marked == items ? withVersion(changed) : equalTo(marked, null, changed);
    }

    private JsonArray equalTo(Json[] sameFlat, Run sameRoot, long changed) {
        JsonArray equal = new JsonArray(sameFlat, sameRoot, changed);
        equal.know(this);
        return equal;
    }

    @Override
    public Iterator<Json> iterator() {
        return flat != null ? new FlatIterator(flat) : items().iterator();
    }

    private static final class FlatIterator implements Iterator<Json> {

        private final Json[] items;
        private int next;

        private FlatIterator(Json[] items) {
            this.items = items;
        }

        @Override
        public boolean hasNext() {
            return next < items.length;
        }

        @Override
        public Json next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return items[next++];
        }
    }

    @Override
    public String typeName() {
        return "array";
    }

    @Override
    Extent measure() {
        if (root != null) {
            return new Extents().run(root.extent()).enclosed(root.size(), TreeSize.ARRAY);
        }
        Extents items = new Extents();
        for (Json item : flat) {
            items.item(item);
        }
        return items.enclosed(flat.length, TreeSize.ARRAY);
    }

    @Override
    void digestChildren(MerkleText text) {
        if (isLarge()) {
            root().digestChildren(text);
            return;
        }
        for (Json item : flat) {
            text.prepare(item);
        }
    }

    @Override
    void writeTo(MerkleText text) {
        if (isLarge()) {
            root().writeTo(text);
            return;
        }
        text.ascii('[');
        for (int i = 0; i < flat.length; i++) {
            if (i > 0) {
                text.ascii(',');
            }
            text.child(flat[i]);
        }
        text.ascii(']');
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof JsonArray that) || size() != that.size()) {
            return false;
        }
        if (root != null && that.root != null) {
            return root.sameAs(that.root);
        }
        return flat != null && that.flat != null ? Arrays.equals(flat, that.flat) : items().equals(that.items());
    }

    @Override
    public int hashCode() {
        return items().hashCode();
    }

    @Override
    public String toString() {
        return JsonWriter.compact(this);
    }
}
