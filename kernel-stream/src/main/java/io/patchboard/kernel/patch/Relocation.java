package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Where a patch moved values to. A JSON Pointer names a place, not a thing: after an insertion or removal inside an array
 * the same index names another item. A relocation follows the thing.
 *
 * <p>A value that is replaced stays where it is; one that is removed is nowhere.
 */
public final class Relocation {

    /** Nothing has gone anywhere. */
    public static final Relocation NONE = new Relocation(List.of());

    private final List<Moved> steps;

    private Relocation(List<Moved> steps) {
        this.steps = steps;
    }

    static Relocation of(List<Step> steps) {
        List<Moved> moves = new ArrayList<>();
        for (Step step : steps) {
            moved(step).ifPresent(moves::add);
        }
        return moves.isEmpty() ? NONE : new Relocation(moves);
    }

    /** Whether nothing has gone anywhere. */
    public boolean isNone() {
        return steps.isEmpty();
    }

    /** Where that which was at a place before the patch is after it; absent if it is gone. */
    public Optional<JsonPointer> after(JsonPointer before) {
        Optional<JsonPointer> place = Optional.of(before);
        for (Moved step : steps) {
            place = place.flatMap(step::after);
        }
        return place;
    }

    /** Where that which is at a place after the patch was before it; absent if it came with the patch. */
    public Optional<JsonPointer> before(JsonPointer after) {
        Optional<JsonPointer> place = Optional.of(after);
        for (int i = steps.size() - 1; i >= 0; i--) {
            place = place.flatMap(steps.get(i)::before);
        }
        return place;
    }

    /**
     * Where that which is at a place after the patch was before it, with everything inside of it at the same places in it;
     * absent if it came with the patch, or not as a whole.
     */
    Optional<JsonPointer> wholeBefore(JsonPointer after) {
        Optional<JsonPointer> place = Optional.of(after);
        for (int i = steps.size() - 1; i >= 0; i--) {
            Moved step = steps.get(i);
            place = place.filter(at -> !step.mixes(at)).flatMap(step::before);
        }
        return place;
    }

    private static Optional<Moved> moved(Step step) {
        if (step.operation() instanceof Operation.Remove remove) {
            return Optional.of(removal(remove.path(), step.before()));
        } else if (step.operation() instanceof Operation.Move move
                && !move.from().equals(move.path())) {
            return Optional.of(new Carry(
                    move.from(),
                    move.path(),
                    removal(move.from(), step.before()),
                    insertion(move.path(), step.between())));
        } else if (step.operation() instanceof Operation.Add || step.operation() instanceof Operation.Copy) {
            return insertion(step.operation().path(), step.before());
        }
        return Optional.empty();
    }

    private static Moved removal(JsonPointer place, Json document) {
        return Step.isItem(place, document) ? new Shift(place, -1) : new Drop(place);
    }

    private static Optional<Moved> insertion(JsonPointer place, Json document) {
        return Step.isItem(place, document) ? Optional.of(new Shift(place, 1)) : Optional.empty();
    }

    private static JsonPointer moved(JsonPointer pointer, JsonPointer from, JsonPointer to) {
        List<String> tokens = new ArrayList<>(to.tokens());
        tokens.addAll(
                pointer.tokens().subList(from.tokens().size(), pointer.tokens().size()));
        return new JsonPointer(tokens);
    }

    /** What one operation did to places. */
    private sealed interface Moved {

        Optional<JsonPointer> after(JsonPointer before);

        Optional<JsonPointer> before(JsonPointer after);

        /** Whether places inside of one were not all inside of one before, each at the same place in it. */
        boolean mixes(JsonPointer after);
    }

    /** A member of an object went. */
    private record Drop(JsonPointer place) implements Moved {

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

    /** An item came into an array at a place, or went from there; those after it moved by one. */
    private record Shift(JsonPointer place, int by) implements Moved {

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
            if (pointer.tokens().size() <= depth || !place.parent().isPrefixOf(pointer)) {
                return Optional.of(pointer);
            }
            OptionalInt index = JsonPointer.arrayIndex(pointer.tokens().get(depth));
            int first = JsonPointer.arrayIndex(place.last()).orElseThrow();
            if (index.isEmpty() || index.getAsInt() < first) {
                return Optional.of(pointer);
            }
            if (distance < 0 && index.getAsInt() == first) {
                return Optional.empty();
            }
            List<String> tokens = new ArrayList<>(pointer.tokens());
            tokens.set(depth, Integer.toString(index.getAsInt() + distance));
            return Optional.of(new JsonPointer(tokens));
        }
    }

    /** A value was moved (RFC 6902 section 4.4): removed here, added there, with all that is inside of it. */
    private record Carry(JsonPointer from, JsonPointer to, Moved removal, Optional<Moved> insertion) implements Moved {

        @Override
        public Optional<JsonPointer> after(JsonPointer before) {
            if (from.isPrefixOf(before)) {
                return Optional.of(moved(before, from, to));
            }
            Optional<JsonPointer> left = removal.after(before);
            return insertion.isPresent() ? left.flatMap(insertion.get()::after) : left;
        }

        @Override
        public Optional<JsonPointer> before(JsonPointer after) {
            if (to.isPrefixOf(after)) {
                return Optional.of(moved(after, to, from));
            }
            Optional<JsonPointer> there =
                    insertion.isPresent() ? insertion.get().before(after) : Optional.of(after);
            return there.flatMap(removal::before);
        }

        @Override
        public boolean mixes(JsonPointer after) {
            if (to.isPrefixOf(after)) {
                return false;
            }
            return after.isPrefixOf(to)
                    || insertion.isPresent() && insertion.get().mixes(after)
                    || (insertion.isPresent() ? insertion.get().before(after) : Optional.of(after))
                            .filter(removal::mixes)
                            .isPresent();
        }
    }
}
