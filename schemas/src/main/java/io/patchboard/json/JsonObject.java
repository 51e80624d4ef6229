package io.patchboard.json;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An immutable JSON object. Every change returns a new object, which shares what did not change.
 *
 * <p>One of up to 32 members is copied, and keeps them in the order in which they came, for people who read them. A
 * larger one consists of {@linkplain Run runs} in the order of the names. Equality and digests ignore the order.
 */
public final class JsonObject extends CachedPart implements Json {

    public static final JsonObject EMPTY = new JsonObject(FlatMembers.of(new String[0], new Json[0]), 0);

    private final Members members;
    private final long version;

    private JsonObject(Members members, long version) {
        this.members = members;
        this.version = version;
    }

    public static JsonObject of(String name, Json value) {
        return builder().put(name, value).build();
    }

    public static JsonObject copyOf(Map<String, ? extends Json> members) {
        return members.isEmpty() ? EMPTY : new JsonObject(Members.of(members), 0);
    }

    public static Builder builder() {
        return new Builder(Builder.FEW);
    }

    /** @param members about so many, at least 1; nothing is copied if it is as many */
    public static Builder builder(int members) {
        return new Builder(members);
    }

    public Optional<Json> get(String name) {
        return Optional.ofNullable(members.get(name));
    }

    /** The text of a member; empty where it is none. */
    public String text(String name) {
        return members.get(name) instanceof JsonString text ? text.value() : "";
    }

    /** A member that is an object; the empty one where it is none. */
    public JsonObject object(String name) {
        return members.get(name) instanceof JsonObject object ? object : EMPTY;
    }

    public boolean has(String name) {
        return members.get(name) != null;
    }

    /** The members in their order; the map cannot be changed. */
    public Map<String, Json> members() {
        return members;
    }

    public Set<String> names() {
        return members.keySet();
    }

    public int size() {
        return members.size();
    }

    public boolean isEmpty() {
        return members.isEmpty();
    }

    /** The runs of an object of more than 32 members; absent for a smaller one. */
    public Optional<Run> runs() {
        return members instanceof RunMembers large ? Optional.of(large.root()) : Optional.empty();
    }

    public JsonObject with(String name, Json value) {
        return new JsonObject(members.with(name, Objects.requireNonNull(value, name)), 0);
    }

    public JsonObject without(String name) {
        return has(name) ? new JsonObject(members.without(name), 0) : this;
    }

    /**
     * The version of the document that last changed something in this object; 0 if it belongs to no document with
     * versions.
     */
    public long version() {
        return version;
    }

    /** This object as it is, as of a version. */
    public JsonObject withVersion(long changed) {
        return equalTo(members, changed);
    }

    /** With the version in all that has none. */
    JsonObject markAll(long changed) {
        return equalTo(members.markAll(changed), changed);
    }

    private JsonObject equalTo(Members same, long changed) {
        JsonObject equal = new JsonObject(same, changed);
        equal.know(this);
        return equal;
    }

    /** Writes the members in canonical form, without brackets. */
    void canonicalMembers(Utf8Text text) {
        members.canonical(text);
    }

    @Override
    public String typeName() {
        return "object";
    }

    @Override
    Extent measure() {
        return members.measure(TreeSize.OBJECT);
    }

    @Override
    void digestChildren(MerkleText text) {
        members.digestChildren(text);
    }

    @Override
    void writeTo(MerkleText text) {
        members.writeTo(text);
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof JsonObject that && members.equals(that.members));
    }

    @Override
    public int hashCode() {
        return members.hashCode();
    }

    @Override
    public String toString() {
        return JsonWriter.compact(this);
    }

    /** Collects members in order; a name put twice keeps its first place and its last value. Builds one object. */
    public static final class Builder {

        private static final int FEW = 8;

        private String[] names;
        private Json[] values;
        private int size;

        /** Whether an object has these values, which are not to be changed then. */
        private boolean handedOver;

        /** All members, if they are too many to be looked through. */
        private Optional<SortedMap<String, Json>> many = Optional.empty();

        private Builder(int room) {
            names = new String[room];
            values = new Json[room];
        }

        public Builder put(String name, Json value) {
            Objects.requireNonNull(value, name);
            if (many.isPresent()) {
                many.get().put(name, value);
                return this;
            }
            int place = placeOf(name);
            if (place >= 0) {
                values = handedOver ? values.clone() : values;
                handedOver = false;
                values[place] = value;
            } else {
                append(name, value);
            }
            return this;
        }

        /** Puts a member whose name is new, and else does nothing and returns false. */
        boolean add(String name, Json value) {
            if (many.isPresent()) {
                return many.get().putIfAbsent(name, value) == null;
            }
            boolean isNew = placeOf(name) < 0;
            if (isNew) {
                append(name, value);
            }
            return isNew;
        }

        private int placeOf(String name) {
            for (int i = 0; i < size; i++) {
                if (names[i].equals(name)) {
                    return i;
                }
            }
            return -1;
        }

        private void append(String name, Json value) {
            if (size == Runs.FLAT) {
                SortedMap<String, Json> map = new TreeMap<>();
                for (int i = 0; i < size; i++) {
                    map.put(names[i], values[i]);
                }
                map.put(name, value);
                many = Optional.of(map);
                return;
            }
            if (size == names.length) {
                names = Arrays.copyOf(names, size * 2);
                values = Arrays.copyOf(values, size * 2);
                handedOver = false;
            }
            names[size] = name;
            values[size] = value;
            size++;
        }

        public Builder put(String name, String value) {
            return put(name, Json.of(value));
        }

        public Builder put(String name, long value) {
            return put(name, Json.of(value));
        }

        public Builder put(String name, boolean value) {
            return put(name, Json.of(value));
        }

        public Builder putIfPresent(String name, Optional<? extends Json> value) {
            return value.isPresent() ? put(name, value.get()) : this;
        }

        public Builder putStringIfPresent(String name, Optional<String> value) {
            return value.isPresent() ? put(name, value.get()) : this;
        }

        /** Leaves an empty list out, as an absent field of a record is. */
        public Builder putStringsIfAny(String name, List<String> values) {
            return values.isEmpty() ? this : put(name, JsonArray.ofStrings(values));
        }

        /** Leaves an empty list out, as an absent field of a record is. */
        public Builder putLongsIfAny(String name, List<Long> values) {
            return values.isEmpty() ? this : put(name, JsonArray.ofLongs(values));
        }

        public Builder putAll(JsonObject other) {
            other.members().forEach(this::put);
            return this;
        }

        /** Without members again. What was built stays as it was. */
        Builder clear() {
            values = handedOver ? new Json[values.length] : values;
            handedOver = false;
            many = Optional.empty();
            size = 0;
            return this;
        }

        public JsonObject build() {
            if (many.isPresent()) {
                return new JsonObject(RunMembers.ofOwn(many.get()), 0);
            }
            if (size == 0) {
                return EMPTY;
            }
            handedOver = size == values.length;
            return new JsonObject(FlatMembers.of(names, handedOver ? values : Arrays.copyOf(values, size)), 0);
        }
    }
}
