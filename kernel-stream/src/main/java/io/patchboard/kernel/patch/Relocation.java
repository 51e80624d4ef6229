package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Where a patch moved values to. A JSON Pointer names a place, not a thing: after an insertion or removal inside an
 * array the same index names another item. A relocation follows the thing.
 *
 * <p>A value that is replaced stays where it is; one that is removed is nowhere. Of what was inside of a replaced
 * value, a member of an object stays if there is one of its name again, and an item of an array if an equal one has its
 * index.
 */
public final class Relocation {

    /** Nothing has gone anywhere. */
    public static final Relocation NONE = new Relocation(List.of());

    /** Nobody knows where any item of an array has gone. */
    public static final Relocation UNKNOWN =
            new Relocation(List.of(new Moved.Renewal(JsonPointer.ROOT, Optional.empty())));

    private final List<Moved> steps;

    Relocation(List<Moved> steps) {
        this.steps = List.copyOf(steps);
    }

    static Relocation of(List<Step> steps) {
        List<Moved> moves = new ArrayList<>();
        for (Step step : steps) {
            moved(step).ifPresent(moves::add);
        }
        return moves.isEmpty() ? NONE : new Relocation(moves);
    }

    /** Where that which the operations took away was in the document before them; nothing of what came with them. */
    static List<JsonPointer> taken(List<Step> steps, Json document) {
        List<JsonPointer> places = new ArrayList<>();
        List<Moved> earlier = new ArrayList<>();
        for (Step step : steps) {
            Optional<Moved> moved = moved(step);
            for (JsonPointer from : moved.map(Relocation::takenFrom).orElse(List.of())) {
                before(earlier, from)
                        .filter(place -> place.resolve(document).isPresent())
                        .ifPresent(places::add);
            }
            moved.ifPresent(earlier::add);
        }
        return places;
    }

    private static List<JsonPointer> takenFrom(Moved moved) {
        return switch (moved) {
            case Moved.Drop drop -> List.of(drop.place());
            case Moved.Shift shift -> shift.by() < 0 ? List.of(shift.place()) : List.of();
            case Moved.Carry carry ->
                Stream.concat(Stream.of(carry.from()), overwritten(carry).stream())
                        .toList();
            case Moved.Renewal renewal -> List.of();
        };
    }

    /** Where that was, before it, which may have been at the place that a value was carried to. */
    private static Optional<JsonPointer> overwritten(Moved.Carry carry) {
        boolean inserted = carry.arrival().filter(Moved.Shift.class::isInstance).isPresent();
        return inserted ? Optional.empty() : carry.removal().before(carry.to());
    }

    /** Whether nothing has gone anywhere. */
    public boolean isNone() {
        return steps.isEmpty();
    }

    /** Whether whatever is at a place of the pattern was there before, or nowhere. */
    boolean keepsPlaces(PathPattern pattern) {
        return steps.stream().allMatch(step -> switch (step) {
            case Moved.Renewal renewal -> true;
            case Moved.Drop drop -> true;
            case Moved.Shift shift -> !pattern.mayMatchBelow(shift.place().parent());
            case Moved.Carry carry -> false;
        });
    }

    /** Whether a value was moved from one place to another, and not only as an item of which others came or went. */
    boolean carries() {
        return steps.stream().anyMatch(Moved.Carry.class::isInstance);
    }

    /** The same in one step for each array, if no more was done than to insert items where none was before it. */
    Optional<Relocation> appended(Predicate<JsonPointer> wasFree) {
        Map<JsonPointer, Moved.Shift> arrays = new LinkedHashMap<>();
        for (Moved step : steps) {
            if (!(step instanceof Moved.Shift shift && shift.by() > 0 && wasFree.test(shift.place()))) {
                return Optional.empty();
            }
            arrays.merge(shift.place().parent(), shift, Moved.Shift::longer);
        }
        return Optional.of(arrays.isEmpty() ? NONE : new Relocation(List.copyOf(arrays.values())));
    }

    /** Where it may have moved something. */
    public Reach reach() {
        return new Reach(steps);
    }

    List<Moved> steps() {
        return steps;
    }

    /** How many operations moved something. */
    public int size() {
        return steps.size();
    }

    /** Where that which was at a place before the patch is after it; absent if it is gone. */
    public Optional<JsonPointer> after(JsonPointer before) {
        JsonPointer place = before;
        for (Moved step : steps) {
            Optional<JsonPointer> next = step.after(place);
            if (next.isEmpty()) {
                return next;
            }
            place = next.get();
        }
        return Optional.of(place);
    }

    /** The same, but what is inside of something replaced, or of which nobody knows, is taken to be where it was. */
    public Optional<JsonPointer> afterMoves(JsonPointer before) {
        Optional<JsonPointer> place = Optional.of(before);
        for (Moved step : steps) {
            if (!(step instanceof Moved.Renewal)) {
                place = place.flatMap(step::after);
            }
        }
        return place;
    }

    /** Where that which is at a place after the patch was before it; absent if it came with the patch. */
    public Optional<JsonPointer> before(JsonPointer after) {
        return before(steps, after);
    }

    static Optional<JsonPointer> before(List<Moved> steps, JsonPointer after) {
        Optional<JsonPointer> place = Optional.of(after);
        for (int i = steps.size() - 1; i >= 0; i--) {
            place = place.flatMap(steps.get(i)::before);
        }
        return place;
    }

    /**
     * Where that which is at a place after the patch was before it, with everything inside of it at the same places in
     * it; absent if it came with the patch, or not as a whole.
     */
    Optional<JsonPointer> wholeBefore(JsonPointer after) {
        Optional<JsonPointer> place = Optional.of(after);
        for (int i = steps.size() - 1; i >= 0; i--) {
            Moved step = steps.get(i);
            place = place.filter(at -> !step.mixes(at)).flatMap(step::before);
        }
        return place;
    }

    /**
     * The same without the values, as a board remembers it: an item inside of what was replaced, or of an item that was
     * replaced, is gone.
     */
    public Relocation withoutValues() {
        List<Moved> bare = new ArrayList<>(steps);
        bare.replaceAll(RelocationJson::withoutValue);
        return new Relocation(bare);
    }

    /** The same without what was replaced. */
    public Relocation withoutRenewals() {
        return new Relocation(
                steps.stream().filter(step -> !(step instanceof Moved.Renewal)).toList());
    }

    /** The places that {@link #toJson} names. */
    public List<JsonPointer> places() {
        if (steps.size() == 1) {
            return RelocationJson.places(steps.get(0));
        }
        List<JsonPointer> places = new ArrayList<>();
        for (Moved step : steps) {
            places.addAll(RelocationJson.places(step));
        }
        return places;
    }

    /** As {@link #read} reads it; without values. */
    public JsonArray toJson() {
        return JsonArray.copyOf(steps.stream().<Json>map(RelocationJson::write).toList());
    }

    /** @throws RuntimeException if no relocation was written so */
    public static Relocation read(JsonArray json) {
        return json.isEmpty()
                ? NONE
                : new Relocation(json.items().stream()
                        .map(step -> RelocationJson.read((JsonObject) step))
                        .toList());
    }

    static Optional<Moved> moved(Step step) {
        return switch (step.operation()) {
            case Operation.Remove remove -> Optional.of(removal(remove.path(), step.before()));
            case Operation.Move move
            when !move.from().equals(move.path()) ->
                Optional.of(new Moved.Carry(
                        move.from(),
                        move.path(),
                        removal(move.from(), step.before()),
                        arrival(move.path(), step.between(), move.from().resolve(step.before()))));
            case Operation.Add add -> arrival(add.path(), step.before(), Optional.of(add.value()));
            case Operation.Copy copy ->
                arrival(copy.path(), step.before(), copy.from().resolve(step.before()));
            case Operation.Replace replace -> renewal(replace.path(), step.before(), Optional.of(replace.value()));
            case Operation.Move toItself -> Optional.empty();
            case Operation.Test test -> Optional.empty();
        };
    }

    static Moved removal(JsonPointer place, Json document) {
        return Moved.removal(place, Step.isItem(place, document));
    }

    private static Optional<Moved> arrival(JsonPointer place, Json document, Optional<Json> value) {
        return Step.isItem(place, document) ? Optional.of(new Moved.Shift(place, 1)) : renewal(place, document, value);
    }

    /** A value that has nothing inside of it has nothing to lose. */
    private static Optional<Moved> renewal(JsonPointer place, Json document, Optional<Json> value) {
        return place.resolve(document)
                .filter(was -> was instanceof JsonObject || was instanceof JsonArray)
                .map(was -> new Moved.Renewal(place, Optional.of(new Moved.Renewal.Values(was, value.orElseThrow()))));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Relocation that && steps.equals(that.steps);
    }

    @Override
    public int hashCode() {
        return steps.hashCode();
    }

    @Override
    public String toString() {
        return "Relocation" + steps;
    }
}
