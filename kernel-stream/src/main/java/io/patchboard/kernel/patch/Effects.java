package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a patch did, place by place, found by doing its operations one at a time.
 *
 * <p>A patch that inserts twice at index 0 has added the items that end up at 1 and 0, so places noted earlier move along
 * with the items that they name. What several operations did to one place counts as one effect, from the value before
 * the patch to the value after it; values that the same patch took away again, or put back, are left out.
 */
public final class Effects {

    private static final ApplyLimits UNBOUNDED = new ApplyLimits(Integer.MAX_VALUE, Long.MAX_VALUE);

    private final List<Effect> effects = new ArrayList<>();
    private Json document;

    private Effects(Json document) {
        this.document = document;
    }

    /**
     * @param before the document that the patch was applied to
     * @param resolved a patch that applies to it
     */
    public static List<Effect> of(Json before, Patch resolved) {
        Effects effects = new Effects(before);
        resolved.operations().forEach(effects::run);
        return effects.effects.stream()
                .flatMap(effect -> effects.inTheEnd(effect).stream())
                .toList();
    }

    /** The effect with the value that the whole patch left there; absent if it left none, or the one from before. */
    private Optional<Effect> inTheEnd(Effect effect) {
        if (effect.after().isEmpty()) {
            return Optional.of(effect);
        }
        Optional<Json> after = effect.place().resolve(document);
        return after.isEmpty() || after.equals(effect.before())
                ? Optional.empty()
                : Optional.of(new Effect(effect.kind(), effect.place(), effect.before(), after, effect.shifted()));
    }

    private void run(Operation operation) {
        if (operation instanceof Operation.Remove remove) {
            remove(remove.path());
        } else if (operation instanceof Operation.Move move && !move.from().equals(move.path())) {
            Json moved = move.from().resolve(document).orElseThrow();
            remove(move.from());
            put(move.path(), moved);
        } else if (operation instanceof Operation.Copy copy) {
            put(copy.path(), copy.from().resolve(document).orElseThrow());
        } else if (operation instanceof Operation.Add add) {
            put(add.path(), add.value());
        } else if (operation instanceof Operation.Replace replace) {
            Optional<Json> before = replace.path().resolve(document);
            step(replace);
            replaced(replace.path(), before, replace.value());
        }
    }

    private void replaced(JsonPointer place, Optional<Json> before, Json value) {
        if (earlier(place).isEmpty()) {
            effects.add(new Effect(ChangeKind.REPLACE, place, before, Optional.of(value), false));
        }
    }

    /** What the patch did to exactly this place before. */
    private Optional<Effect> earlier(JsonPointer place) {
        return effects.stream()
                .filter(effect -> effect.after().isPresent() && effect.place().equals(place))
                .findFirst();
    }

    private void remove(JsonPointer place) {
        Optional<Effect> earlier = earlier(place);
        Optional<Json> before = earlier.isPresent() ? earlier.get().before() : place.resolve(document);
        boolean shifts = itemsFrom(place) > 1;
        step(new Operation.Remove(place));
        effects.removeIf(effect -> effect.after().isPresent() && place.isPrefixOf(effect.place()));
        shift(place, -1);
        if (before.isPresent()) {
            effects.add(new Effect(ChangeKind.REMOVE, place, before, Optional.empty(), shifts));
        }
    }

    private void put(JsonPointer place, Json value) {
        boolean inserts = !place.isRoot() && place.parent().resolve(document).orElseThrow() instanceof JsonArray;
        Optional<Json> before = inserts ? Optional.empty() : place.resolve(document);
        boolean shifts = inserts && itemsFrom(place) > 0;
        step(new Operation.Add(place, value));
        if (inserts) {
            shift(place, 1);
        }
        if (before.isPresent()) {
            replaced(place, before, value);
        } else {
            effects.add(new Effect(ChangeKind.ADD, place, before, Optional.of(value), shifts));
        }
    }

    private void step(Operation operation) {
        PatchResult result = PatchApplier.apply(document, new Patch(List.of(operation)), UNBOUNDED);
        if (!(result instanceof PatchResult.Applied applied)) {
            throw new IllegalArgumentException("Expected a patch that applies, but: " + result);
        }
        document = applied.document();
    }

    /** How many items an array has from the place on; 0 if the place is in no array. */
    private int itemsFrom(JsonPointer place) {
        if (place.isRoot() || !(place.parent().resolve(document).orElseThrow() instanceof JsonArray array)) {
            return 0;
        }
        return array.size() - JsonPointer.arrayIndex(place.last()).orElseThrow();
    }

    private void shift(JsonPointer place, int by) {
        if (place.isRoot() || !(place.parent().resolve(document).orElseThrow() instanceof JsonArray)) {
            return;
        }
        int from = JsonPointer.arrayIndex(place.last()).orElseThrow();
        effects.replaceAll(effect -> effect.after().isPresent() ? shifted(effect, place.parent(), from, by) : effect);
    }

    private static Effect shifted(Effect effect, JsonPointer array, int from, int by) {
        int depth = array.tokens().size();
        List<String> tokens = effect.place().tokens();
        if (tokens.size() <= depth || !array.isPrefixOf(effect.place())) {
            return effect;
        }
        OptionalInt index = JsonPointer.arrayIndex(tokens.get(depth));
        if (index.isEmpty() || index.getAsInt() < from) {
            return effect;
        }
        List<String> moved = new ArrayList<>(tokens);
        moved.set(depth, Integer.toString(index.getAsInt() + by));
        return effect.at(new JsonPointer(moved));
    }
}
