package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
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

    private static final ApplyLimits UNBOUNDED = new ApplyLimits(Integer.MAX_VALUE, Long.MAX_VALUE);

    /** Nothing has gone anywhere. */
    public static final Relocation NONE = new Relocation(List.of());

    private final List<Step> steps;

    private Relocation(List<Step> steps) {
        this.steps = steps;
    }

    /**
     * @param before the document that the patch was applied to
     * @param resolved a patch that applies to it, every {@code -} replaced by the index it got
     */
    public static Relocation of(Json before, Patch resolved) {
        List<Step> steps = new ArrayList<>();
        if (resolved.operations().stream().anyMatch(Relocation::moves)) {
            Json document = before;
            for (Operation operation : resolved.operations()) {
                step(operation, document).ifPresent(steps::add);
                document = after(document, operation);
            }
        }
        return new Relocation(List.copyOf(steps));
    }

    /** Whether nothing has gone anywhere. */
    public boolean isNone() {
        return steps.isEmpty();
    }

    /** Where that which was at a place before the patch is after it; absent if it is gone. */
    public Optional<JsonPointer> after(JsonPointer before) {
        Optional<JsonPointer> place = Optional.of(before);
        for (Step step : steps) {
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

    /** Whether an operation may move what it does not name. */
    private static boolean moves(Operation operation) {
        return operation instanceof Operation.Remove
                || operation instanceof Operation.Move
                || (operation instanceof Operation.Add || operation instanceof Operation.Copy)
                        && !operation.path().isRoot()
                        && JsonPointer.arrayIndex(operation.path().last()).isPresent();
    }

    private static Json after(Json document, Operation operation) {
        PatchResult result = PatchApplier.apply(document, new Patch(List.of(operation)), UNBOUNDED);
        if (result instanceof PatchResult.Applied applied) {
            return applied.document();
        }
        throw new IllegalArgumentException("Expected a patch that applies, but: " + result);
    }

    private static Optional<Step> step(Operation operation, Json document) {
        if (operation instanceof Operation.Remove remove) {
            return Optional.of(removal(remove.path(), document));
        } else if (operation instanceof Operation.Move move && !move.from().equals(move.path())) {
            Step removal = removal(move.from(), document);
            Json without = after(document, new Operation.Remove(move.from()));
            return Optional.of(new Carry(move.from(), move.path(), removal, insertion(move.path(), without)));
        } else if (operation instanceof Operation.Add || operation instanceof Operation.Copy) {
            return insertion(operation.path(), document);
        }
        return Optional.empty();
    }

    private static Step removal(JsonPointer place, Json document) {
        return isItem(place, document) ? new Shift(place, -1) : new Drop(place);
    }

    private static Optional<Step> insertion(JsonPointer place, Json document) {
        return isItem(place, document) ? Optional.of(new Shift(place, 1)) : Optional.empty();
    }

    private static boolean isItem(JsonPointer place, Json document) {
        return !place.isRoot() && place.parent().resolve(document).orElseThrow() instanceof JsonArray;
    }

    private static JsonPointer moved(JsonPointer pointer, JsonPointer from, JsonPointer to) {
        List<String> tokens = new ArrayList<>(to.tokens());
        tokens.addAll(
                pointer.tokens().subList(from.tokens().size(), pointer.tokens().size()));
        return new JsonPointer(tokens);
    }

    /** What one operation did to places. */
    private sealed interface Step {

        Optional<JsonPointer> after(JsonPointer before);

        Optional<JsonPointer> before(JsonPointer after);
    }

    /** A member of an object went. */
    private record Drop(JsonPointer place) implements Step {

        @Override
        public Optional<JsonPointer> after(JsonPointer before) {
            return place.isPrefixOf(before) ? Optional.empty() : Optional.of(before);
        }

        @Override
        public Optional<JsonPointer> before(JsonPointer after) {
            return Optional.of(after);
        }
    }

    /** An item came into an array at a place, or went from there; those after it moved by one. */
    private record Shift(JsonPointer place, int by) implements Step {

        @Override
        public Optional<JsonPointer> after(JsonPointer before) {
            return shifted(before, by);
        }

        @Override
        public Optional<JsonPointer> before(JsonPointer after) {
            return shifted(after, -by);
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
    private record Carry(JsonPointer from, JsonPointer to, Step removal, Optional<Step> insertion) implements Step {

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
    }
}
