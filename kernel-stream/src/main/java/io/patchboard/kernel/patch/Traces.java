package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What a patch left behind, place by place, found by going through its operations one at a time.
 *
 * <p>A patch that inserts twice at index 0 has added the items that end up at 1 and 0, so places noted earlier move
 * along with the items that they name. What several operations did to one place counts as one effect, from the value
 * before the patch to the value after it; values that the same patch took away again, or put back, are left out.
 */
final class Traces {

    /**
     * Operations through which a place is followed back to where it was before the patch: as many as a proposal may
     * have. What is removed after more of them, as when a state of long ago is restored, counts where it is by then.
     */
    private static final int MOST_FOLLOWED = 1_000;

    /** @param number in the order of the operations */
    private record Trace(int number, Effect effect) {}

    /** Additions and replacements by the place where the value is by now. */
    private Map<JsonPointer, Trace> written = new HashMap<>();

    private final List<Trace> removals = new ArrayList<>();

    /** Objects and arrays that lost something, or whose items moved, by the place where they are by now. */
    private Set<JsonPointer> disturbed = new HashSet<>();

    /** What the operations before moved, or replaced. */
    private final List<Moved> earlier = new ArrayList<>();

    private final Json first;
    private int number;

    private Traces(Json first) {
        this.first = first;
    }

    /** @param first the document before them */
    static Traces of(List<Step> steps, Json first) {
        Traces traces = new Traces(first);
        for (Step step : steps) {
            traces.add(step);
            Relocation.moved(step).ifPresent(traces.earlier::add);
        }
        return traces;
    }

    /** Places of the document after the patch at which it put a value. */
    Set<JsonPointer> written() {
        return written.keySet();
    }

    /** Places of the document after the patch that lost a member or an item, or whose items moved. */
    Set<JsonPointer> disturbed() {
        return disturbed;
    }

    List<Effect> effects(Json after) {
        List<Trace> traces = new ArrayList<>(written.values());
        traces.addAll(removals);
        traces.sort(Comparator.comparingInt(Trace::number));
        List<Effect> effects = new ArrayList<>(traces.size());
        for (Trace trace : traces) {
            inTheEnd(trace.effect(), after).ifPresent(effects::add);
        }
        return List.copyOf(effects);
    }

    /** The effect with the value that the whole patch left there; absent if it left none, or the one from before. */
    private static Optional<Effect> inTheEnd(Effect effect, Json document) {
        if (effect.after().isEmpty()) {
            return Optional.of(effect);
        }
        Optional<Json> after = effect.place().resolve(document);
        return after.isEmpty()
                        || effect.before()
                                .filter(before -> SameValue.of(before, after.get()))
                                .isPresent()
                ? Optional.empty()
                : Optional.of(effect.leaving(after.get()));
    }

    private void add(Step step) {
        if (step.operation() instanceof Operation.Remove remove) {
            remove(remove.path(), step.before());
        } else if (step.operation() instanceof Operation.Move move
                && !move.from().equals(move.path())) {
            remove(move.from(), step.before());
            put(
                    move.path(),
                    move.from().resolve(step.before()).orElseThrow(),
                    step.between(),
                    Relocation.removal(move.from(), step.before())
                            .before(move.path())
                            .orElseThrow());
        } else if (step.operation() instanceof Operation.Copy copy) {
            put(copy.path(), copy.from().resolve(step.before()).orElseThrow(), step.before(), copy.path());
        } else if (step.operation() instanceof Operation.Add add) {
            put(add.path(), add.value(), step.before(), add.path());
        } else if (step.operation() instanceof Operation.Replace replace) {
            replaced(
                    replace.path(),
                    replace.path().resolve(step.before()),
                    replace.value(),
                    former(replace.path(), step.before()));
        }
    }

    private void replaced(JsonPointer place, Optional<Json> before, Json value, Former former) {
        if (!written.containsKey(place)) {
            note(new Effect(ChangeKind.REPLACE, place, before, Optional.of(value), false, Optional.of(former)));
        }
    }

    private void note(Effect effect) {
        written.put(effect.place(), new Trace(number++, effect));
    }

    private void remove(JsonPointer place, Json document) {
        Optional<Effect> own = Optional.ofNullable(written.get(place)).map(Trace::effect);
        Optional<Json> before = own.isPresent() ? own.get().before() : place.resolve(document);
        Optional<Former> former = own.isPresent() ? own.get().former() : Optional.of(former(place, document));
        boolean shifts = Step.itemsFrom(place, document) > 1;
        written.keySet().removeIf(place::isPrefixOf);
        disturbed.removeIf(place::isPrefixOf);
        if (shifts) {
            shift(place, -1);
        }
        disturbed.add(place.parent());
        if (before.isPresent()) {
            removals.add(new Trace(
                    number++, new Effect(ChangeKind.REMOVE, place, before, Optional.empty(), shifts, former)));
        }
    }

    /** @param was the place, before a move had taken its value from elsewhere */
    private void put(JsonPointer place, Json value, Json document, JsonPointer was) {
        boolean inserts = Step.isItem(place, document);
        Optional<Json> before = inserts ? Optional.empty() : place.resolve(document);
        boolean shifts = inserts && Step.itemsFrom(place, document) > 0;
        if (shifts) {
            shift(place, 1);
            disturbed.add(place.parent());
        }
        if (before.isPresent()) {
            replaced(place, before, value, former(was, document));
        } else {
            note(Effect.addition(place, value, shifts));
        }
    }

    /** What has a place in a document, after the operations before. */
    private Former former(JsonPointer place, Json document) {
        return earlier.size() <= MOST_FOLLOWED
                ? new Former(earlier, earlier.size(), place, first)
                : new Former(List.of(), 0, place, document);
    }

    /** Items from the place on move, and with them what was noted of them. */
    private void shift(JsonPointer place, int by) {
        Map<JsonPointer, Trace> moved = new HashMap<>();
        written.forEach((at, trace) -> {
            JsonPointer now = shifted(at, place, by);
            moved.put(now, new Trace(trace.number(), trace.effect().at(now)));
        });
        written = moved;
        Set<JsonPointer> elsewhere = new HashSet<>();
        disturbed.forEach(at -> elsewhere.add(shifted(at, place, by)));
        disturbed = elsewhere;
    }

    private static JsonPointer shifted(JsonPointer at, JsonPointer place, int by) {
        int depth = place.tokens().size() - 1;
        if (at.tokens().size() <= depth || !place.parent().isPrefixOf(at)) {
            return at;
        }
        OptionalInt index = JsonPointer.arrayIndex(at.tokens().get(depth));
        int from = JsonPointer.arrayIndex(place.last()).orElseThrow();
        if (index.isEmpty() || index.getAsInt() < from) {
            return at;
        }
        List<String> moved = new ArrayList<>(at.tokens());
        moved.set(depth, Integer.toString(index.getAsInt() + by));
        return new JsonPointer(moved);
    }
}
