package io.patchboard.json;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/** The members of an object, as a map that cannot be changed. */
abstract class Members extends AbstractMap<String, Json> {

    static Members of(Map<String, ? extends Json> members) {
        String[] names = members.keySet().toArray(String[]::new);
        Json[] values = members.values().toArray(Json[]::new);
        return names.length <= Runs.FLAT ? FlatMembers.of(names, values) : RunMembers.of(members);
    }

    /** The value of a member, or null. */
    @Override
    public abstract Json get(Object name);

    @Override
    public final boolean containsKey(Object name) {
        return get(name) != null;
    }

    @Override
    public abstract int size();

    abstract Members with(String name, Json value);

    /** @param name of a member */
    abstract Members without(String name);

    /** With the {@linkplain Versions#markAll version} in all values that have none. */
    abstract Members markAll(long version);

    abstract Iterator<Map.Entry<String, Json>> iterator();

    /** Writes all members in canonical form, without brackets. */
    abstract void canonical(Utf8Text text);

    /**
     * Of the object that has these members.
     *
     * @param own memory that it takes itself
     */
    abstract Extent measure(int own);

    abstract void digestChildren(MerkleText text);

    abstract void writeTo(MerkleText text);

    @Override
    public final Set<Map.Entry<String, Json>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Map.Entry<String, Json>> iterator() {
                return Members.this.iterator();
            }

            @Override
            public int size() {
                return Members.this.size();
            }
        };
    }
}
