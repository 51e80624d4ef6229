package io.patchboard.json;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.BiConsumer;

/** A few members in the order in which they came. */
final class FlatMembers extends Members {

    private final String[] names;
    private final Json[] values;

    private FlatMembers(String[] names, Json[] values) {
        this.names = names;
        this.values = values;
    }

    /**
     * @param names of which the first are those of the values
     * @param values not to be changed any more
     */
    static FlatMembers of(String[] names, Json[] values) {
        return new FlatMembers(KnownNames.list(names, values.length), values);
    }

    private int indexOf(Object name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public Json get(Object name) {
        int index = indexOf(name);
        return index < 0 ? null : values[index];
    }

    @Override
    public int size() {
        return names.length;
    }

    @Override
    Members with(String name, Json value) {
        int index = indexOf(name);
        if (index >= 0) {
            Json[] changed = values.clone();
            changed[index] = value;
            return new FlatMembers(names, changed);
        }
        String[] moreNames = Arrays.copyOf(names, names.length + 1);
        Json[] moreValues = Arrays.copyOf(values, values.length + 1);
        moreNames[names.length] = name;
        moreValues[values.length] = value;
        return moreNames.length <= Runs.FLAT
                ? of(moreNames, moreValues)
                : RunMembers.of(new FlatMembers(moreNames, moreValues));
    }

    @Override
    Members without(String name) {
        int index = indexOf(name);
        String[] lessNames = Arrays.copyOf(names, names.length - 1);
        Json[] lessValues = Arrays.copyOf(values, values.length - 1);
        System.arraycopy(names, index + 1, lessNames, index, lessNames.length - index);
        System.arraycopy(values, index + 1, lessValues, index, lessValues.length - index);
        return of(lessNames, lessValues);
    }

    @Override
    Iterator<Map.Entry<String, Json>> iterator() {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < names.length;
            }

            @Override
            public Map.Entry<String, Json> next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                Map.Entry<String, Json> entry = Map.entry(names[next], values[next]);
                next++;
                return entry;
            }
        };
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super Json> action) {
        for (int i = 0; i < names.length; i++) {
            action.accept(names[i], values[i]);
        }
    }

    @Override
    Members markAll(long version) {
        Json[] marked = Versions.markAll(values, version);
        return marked == values ? this : new FlatMembers(names, marked);
    }

    @Override
    void canonical(Utf8Text text) {
        boolean first = true;
        for (int i : KnownNames.sorted(names)) {
            text.canonicalMember(first, names[i], values[i]);
            first = false;
        }
    }

    @Override
    Extent measure(int own) {
        Extents members = new Extents();
        for (int i = 0; i < names.length; i++) {
            members.member(names[i], values[i]);
        }
        return members.enclosed(names.length, own);
    }

    @Override
    void digestChildren(MerkleText text) {
        for (Json value : values) {
            text.prepare(value);
        }
    }

    @Override
    void writeTo(MerkleText text) {
        text.ascii('{');
        String separator = "";
        for (int i : KnownNames.sorted(names)) {
            text.ascii(separator);
            text.quoted(names[i]);
            text.ascii(':');
            text.child(values[i]);
            separator = ",";
        }
        text.ascii('}');
    }
}
