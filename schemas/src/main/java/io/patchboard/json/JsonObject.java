package io.patchboard.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * An immutable JSON object. Every change returns a new object.
 *
 * <p>Members keep the order in which they came, for people who read them; equality and hashes ignore it.
 */
public final class JsonObject implements Json {

    public static final JsonObject EMPTY = new JsonObject(new LinkedHashMap<>());

    private final Map<String, Json> members;

    private JsonObject(Map<String, Json> members) {
        this.members = Collections.unmodifiableMap(members);
    }

    public static JsonObject of(String name, Json value) {
        return builder().put(name, value).build();
    }

    public static JsonObject copyOf(Map<String, ? extends Json> members) {
        return new JsonObject(new LinkedHashMap<>(members));
    }

    public static Builder builder() {
        return new Builder();
    }

    public Optional<Json> get(String name) {
        return Optional.ofNullable(members.get(name));
    }

    public boolean has(String name) {
        return members.containsKey(name);
    }

    /** The members in the order in which they came; the map cannot be changed. */
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

    public JsonObject with(String name, Json value) {
        LinkedHashMap<String, Json> copy = new LinkedHashMap<>(members);
        copy.put(name, Objects.requireNonNull(value, name));
        return new JsonObject(copy);
    }

    public JsonObject without(String name) {
        LinkedHashMap<String, Json> copy = new LinkedHashMap<>(members);
        copy.remove(name);
        return new JsonObject(copy);
    }

    @Override
    public String typeName() {
        return "object";
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

    /** Collects members in order; a name put twice keeps its first place and its last value. */
    public static final class Builder {

        private final LinkedHashMap<String, Json> members = new LinkedHashMap<>();

        private Builder() {}

        public Builder put(String name, Json value) {
            members.put(name, Objects.requireNonNull(value, name));
            return this;
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
            value.ifPresent(present -> put(name, present));
            return this;
        }

        public Builder putStringIfPresent(String name, Optional<String> value) {
            value.ifPresent(present -> put(name, present));
            return this;
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
            members.putAll(other.members);
            return this;
        }

        public JsonObject build() {
            return new JsonObject(new LinkedHashMap<>(members));
        }
    }
}
