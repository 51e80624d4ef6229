package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What one operation did to places. */
sealed interface Moved {

    Optional<JsonPointer> after(JsonPointer before);

    Optional<JsonPointer> before(JsonPointer after);

    /** Whether places inside of one were not all inside of one before, each at the same place in it. */
    boolean mixes(JsonPointer after);

    /** A value went from a place. */
    static Moved removal(JsonPointer place, boolean item) {
        return item ? new Shift(place, -1) : new Drop(place);
    }

    /** A member of an object went. */
    record Drop(JsonPointer place) implements Moved {

        @Override
        public Optional<JsonPointer> after(JsonPointer before) {
            return place.isPrefixOf(before) ? Optional.empty() : Optional.of(before);
        }

        @Override
        public Optional<JsonPointer> before(JsonPointer after) {
            return Optional.of(after);
        }

        @Override
        public boolean mixes(JsonPointer after) {
            return false;
        }
    }

    /** Items came into an array at a place, or one went from there; those after it moved by so many. */
    record Shift(JsonPointer place, int by) implements Moved {

        /** With what came behind what had come. */
        Shift longer(Shift other) {
            return new Shift(place, by + other.by);
        }

        @Override
        public Optional<JsonPointer> after(JsonPointer before) {
            return shifted(before, by);
        }

        @Override
        public Optional<JsonPointer> before(JsonPointer after) {
            return shifted(after, -by);
        }

        @Override
        public boolean mixes(JsonPointer after) {
            return after.isPrefixOf(place.parent());
        }

        private Optional<JsonPointer> shifted(JsonPointer pointer, int distance) {
            int depth = place.tokens().size() - 1;
            if (pointer.tokens().size() <= depth) {
                return Optional.of(pointer);
            }
            // Most stay where they are, because their index is less: that is found before long names are compared.
            OptionalInt index = JsonPointer.arrayIndex(pointer.tokens().get(depth));
            int first = JsonPointer.arrayIndex(place.last()).orElseThrow();
            if (index.isEmpty() || index.getAsInt() < first || !isInSameArray(pointer, depth)) {
                return Optional.of(pointer);
            }
            if (distance < 0 && index.getAsInt() < first - distance) {
                return Optional.empty();
            }
            String[] tokens = pointer.tokens().toArray(String[]::new);
            tokens[depth] = Integer.toString(index.getAsInt() + distance);
            return Optional.of(new JsonPointer(List.of(tokens)));
        }

        private boolean isInSameArray(JsonPointer pointer, int depth) {
            for (int i = depth - 1; i >= 0; i--) {
                if (!pointer.tokens().get(i).equals(place.tokens().get(i))) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * An object or array was overwritten. The place stays what it is, and so do the members of objects inside of it
     * that are there again, because a name says which they are. An index does not: an item is there still if an equal
     * one has its index. Where the values are not known, no item is.
     */
    record Renewal(JsonPointer place, Optional<Values> values) implements Moved {

        /** The value at the place, before and after. */
        record Values(Json was, Json is) {}

        @Override
        public Optional<JsonPointer> after(JsonPointer before) {
            boolean inside = before.tokens().size() > place.tokens().size() && place.isPrefixOf(before);
            return !inside || staysInside(before) ? Optional.of(before) : Optional.empty();
        }

        private boolean staysInside(JsonPointer before) {
            int depth = place.tokens().size();
            if (values.isPresent()) {
                return stays(
                        values.get().was(),
                        values.get().is(),
                        before.tokens().subList(depth, before.tokens().size()));
            }
            return before
                    .tokens()
                    .subList(Math.max(0, depth - 1), before.tokens().size())
                    .stream()
                    .allMatch(token -> JsonPointer.arrayIndex(token).isEmpty());
        }

        private static boolean stays(Json was, Json is, List<String> tokens) {
            if (tokens.isEmpty()) {
                return true;
            }
            JsonPointer child = new JsonPointer(tokens.subList(0, 1));
            Optional<Json> before = child.resolve(was);
            Optional<Json> after = child.resolve(is);
            if (was instanceof JsonArray) {
                return is instanceof JsonArray
                        && before.isPresent()
                        && after.isPresent()
                        && SameValue.of(before.get(), after.get());
            }
            return is instanceof JsonObject
                    && before.isPresent()
                    && after.isPresent()
                    && stays(before.get(), after.get(), tokens.subList(1, tokens.size()));
        }

        @Override
        public Optional<JsonPointer> before(JsonPointer after) {
            return Optional.of(after);
        }

        @Override
        public boolean mixes(JsonPointer after) {
            return false;
        }
    }

    /**
     * A value was moved (RFC 6902 section 4.4): removed here, added there, with all that is inside of it.
     *
     * @param arrival what it did to what was there before it came
     */
    record Carry(JsonPointer from, JsonPointer to, Moved removal, Optional<Moved> arrival) implements Moved {

        @Override
        public Optional<JsonPointer> after(JsonPointer before) {
            if (from.isPrefixOf(before)) {
                return Optional.of(carried(before, from, to));
            }
            Optional<JsonPointer> left = removal.after(before);
            return arrival.isPresent() ? left.flatMap(arrival.get()::after) : left;
        }

        @Override
        public Optional<JsonPointer> before(JsonPointer after) {
            if (to.isPrefixOf(after)) {
                return Optional.of(carried(after, to, from));
            }
            Optional<JsonPointer> there = arrival.isPresent() ? arrival.get().before(after) : Optional.of(after);
            return there.flatMap(removal::before);
        }

        @Override
        public boolean mixes(JsonPointer after) {
            if (to.isPrefixOf(after)) {
                return false;
            }
            return after.isPrefixOf(to)
                    || arrival.isPresent() && arrival.get().mixes(after)
                    || (arrival.isPresent() ? arrival.get().before(after) : Optional.of(after))
                            .filter(removal::mixes)
                            .isPresent();
        }
    }

    /** The place of something inside of {@code from}, when that is at {@code to}. */
    static JsonPointer carried(JsonPointer pointer, JsonPointer from, JsonPointer to) {
        List<String> tokens = new ArrayList<>(to.tokens());
        tokens.addAll(
                pointer.tokens().subList(from.tokens().size(), pointer.tokens().size()));
        return new JsonPointer(tokens);
    }
}
