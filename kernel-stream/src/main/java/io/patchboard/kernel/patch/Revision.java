package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A document before and after a patch, and all that there is to know about the way from the one to the other.
 *
 * <p>A patch is applied once; what it did place by place, what it moved where and which places of a pattern it changed
 * is read off that one run when somebody first asks, and kept for whoever asks next. All of it follows from the
 * document and the patch alone. Not for several threads.
 *
 * <p>What it costs: the operations and the values that they carry, and the depth at which they act, not the document.
 */
public final class Revision {

    private final Json before;
    private final Json after;
    private final Patch patch;
    private final List<Step> steps;

    /** By the text of the pattern, as it has an order: a map finds it quickly among others of the same hash. */
    private final Map<String, List<JsonPointer>> changed = new HashMap<>();

    private final Map<String, List<JsonPointer>> changedOrMoved = new HashMap<>();
    private final Map<JsonPointer, Optional<JsonPointer>> byName = new HashMap<>();
    private Optional<JsonArray> patchJson = Optional.empty();
    private Optional<Boolean> changes = Optional.empty();
    private Optional<Traces> traces = Optional.empty();
    private Optional<List<Effect>> effects = Optional.empty();
    private Optional<Relocation> relocation = Optional.empty();

    Revision(Json before, Json after, List<Step> steps) {
        this.before = before;
        this.after = after;
        this.steps = List.copyOf(steps);
        this.patch = new Patch(operations(steps));
    }

    private static List<Operation> operations(List<Step> steps) {
        List<Operation> operations = new ArrayList<>(steps.size());
        for (Step step : steps) {
            operations.add(step.operation());
        }
        return operations;
    }

    public Json before() {
        return before;
    }

    public Json after() {
        return after;
    }

    List<Step> steps() {
        return steps;
    }

    /** The patch with every {@code -} that meant the end of an array replaced by the index it got. */
    public Patch patch() {
        return patch;
    }

    /** The {@linkplain #patch() patch} in its RFC 6902 form; the same object each time. */
    public JsonArray patchJson() {
        if (patchJson.isEmpty()) {
            patchJson = Optional.of(patch.toJson());
        }
        return patchJson.get();
    }

    /** Whether the patch is not, to the letter, the one that was sent. */
    public boolean appliedOtherwise(Json sent) {
        return !patchJson().equals(sent);
    }

    /** The patch with {@code -} in place of each index that was the end of an array: it means the same elsewhere. */
    public JsonArray appending() {
        List<Operation> sent = new ArrayList<>(steps.size());
        steps.forEach(step -> sent.add(appending(step)));
        return new Patch(sent).toJson();
    }

    private static Operation appending(Step step) {
        JsonPointer path = step.operation().path();
        boolean atEnd = !path.isRoot()
                && path.parent().resolve(step.before()).orElse(Json.nul()) instanceof JsonArray array
                && path.last().equals(Integer.toString(array.size()));
        if (!atEnd) {
            return step.operation();
        }
        JsonPointer end = path.parent().child(JsonPointer.END);
        return switch (step.operation()) {
            case Operation.Add add -> new Operation.Add(end, add.value());
            case Operation.Copy copy -> new Operation.Copy(copy.from(), end);
            case Operation other -> other;
        };
    }

    /** What an {@code add} found at its place when it was done; absent if nothing, and for other operations. */
    public Optional<Json> found(int operation) {
        Step step = steps.get(operation);
        return step.operation() instanceof Operation.Add add ? add.path().resolve(step.before()) : Optional.empty();
    }

    /** Whether the document is another at all. */
    public boolean changes() {
        if (changes.isEmpty()) {
            changes = Optional.of(!after.equals(before));
        }
        return changes.get();
    }

    /** What the patch did, in the order in which it first came to each place. */
    public List<Effect> effects() {
        if (effects.isEmpty()) {
            effects = Optional.of(traces().effects(after));
        }
        return effects.get();
    }

    /**
     * Where the values that the patch replaced or took away were before it. What it brought itself, and then changed,
     * was nowhere.
     */
    public List<JsonPointer> overwritten() {
        List<JsonPointer> places = new ArrayList<>();
        for (Effect effect : effects()) {
            if (effect.kind() == ChangeKind.REPLACE) {
                relocation().before(effect.place()).ifPresent(places::add);
            }
        }
        places.addAll(Relocation.taken(steps, before));
        return places;
    }

    /** What the patch moved where. */
    public Relocation relocation() {
        if (relocation.isEmpty()) {
            relocation = Optional.of(Relocation.of(steps));
        }
        return relocation.get();
    }

    /** What is remembered of {@link #relocation} in a few steps: if all were appended, how many came to each array. */
    public Relocation summary(int mostSteps) {
        return relocation()
                .appended(place -> place.resolve(before).isEmpty())
                .filter(known -> known.size() <= mostSteps)
                .orElse(Relocation.UNKNOWN);
    }

    /**
     * Where that which is at a place was before the patch, if a member of an object is what had its name in the same
     * object, whatever was moved there. One that had none, and an item, is followed as by {@link #relocation}.
     */
    public Optional<JsonPointer> beforeByName(JsonPointer place) {
        if (!relocation().carries()) {
            return relocation().before(place);
        }
        if (place.isRoot()) {
            return Optional.of(place);
        }
        if (!byName.containsKey(place)) {
            byName.put(place, sameMember(place).or(() -> relocation().before(place)));
        }
        return byName.get(place);
    }

    private Optional<JsonPointer> sameMember(JsonPointer place) {
        return place.parent()
                .resolve(after)
                .filter(JsonObject.class::isInstance)
                .flatMap(object -> beforeByName(place.parent()))
                .map(object -> object.child(place.last()))
                .filter(member -> member.resolve(before).isPresent());
    }

    /** Objects and arrays of the document after the patch that lost a member or an item, or whose items moved. */
    public List<JsonPointer> disturbed() {
        Set<JsonPointer> places = traces().disturbed();
        return places.size() < 2
                ? List.copyOf(places)
                : places.stream()
                        .sorted(Comparator.comparing(JsonPointer::toString))
                        .toList();
    }

    /**
     * The places of a pattern that are new, or whose value is another than it was: at every other place of the pattern
     * there is what was at a place of the pattern before. Parents come first, then items by index and members by name.
     */
    public List<JsonPointer> changed(PathPattern pattern) {
        return changed(pattern, place -> {});
    }

    /**
     * As {@link #changed(PathPattern)}. Each place that is looked at for it is told first, for who counts or ends that.
     */
    public List<JsonPointer> changed(PathPattern pattern, Consumer<JsonPointer> visited) {
        return changed.computeIfAbsent(
                pattern.toString(), any -> ChangedPlaces.of(this, traces(), pattern, false, false, visited));
    }

    /**
     * As {@link #changed(PathPattern, Consumer)}, with the members of objects whose value is another than the one that
     * had their name, wherever it comes from.
     */
    public List<JsonPointer> changedByName(PathPattern pattern, Consumer<JsonPointer> visited) {
        return relocation().carries()
                ? ChangedPlaces.of(this, traces(), pattern, false, true, visited)
                : changed(pattern, visited);
    }

    /**
     * As {@link #changed(PathPattern, Consumer)}, with the places whose value was at another place before: at every
     * other place of the pattern there is what was there before.
     */
    public List<JsonPointer> changedOrMoved(PathPattern pattern, Consumer<JsonPointer> visited) {
        if (relocation().keepsPlaces(pattern)) {
            return changed(pattern, visited);
        }
        return changedOrMoved.computeIfAbsent(
                pattern.toString(), any -> ChangedPlaces.of(this, traces(), pattern, true, false, visited));
    }

    private Traces traces() {
        if (traces.isEmpty()) {
            traces = Optional.of(Traces.of(steps, before));
        }
        return traces.get();
    }
}
