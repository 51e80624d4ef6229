package io.patchboard.kernel.view;

import static io.patchboard.json.JsonPointer.ROOT;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.state.StateChange;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The part of the state that a view shows, whole if it fits, and else the most useful values first.
 *
 * <p>A value that does not fit is shown in parts where that makes sense: an array by its items, and an object by its
 * members if the read contract or the worker named it alone. What still does not fit is left to the summaries.
 */
final class Slice {

    // Of what does not fit, so much is tried: a view costs as much as it may show, however large the state is.
    private static final int MOST_MISSES_OF_ONE = 60;

    private static final int MOST_MISSES = 1_000;

    /** A collection that takes no more than this part of the allowance is not taken apart for the sake of one item. */
    private static final int SMALL = 4;

    private static final int UNITS_OF_A_PLACE = 40;
    private static final long UNITS_OF_A_PATTERN = 3;
    /** It is looked for, and may name nothing. */
    private static final long UNITS_OF_A_READ = 3;

    private static final int MOST_RECENT_INSIDE = 100;
    private static final int MOST_RECENT = 2_000;

    private final ViewRequest request;
    private final WorkerRole role;
    private final Naming naming;
    private final ViewAllowance allowance;
    private final Summaries summaries = new Summaries();
    private final Map<JsonPointer, Json> values = new LinkedHashMap<>();
    private final Set<JsonPointer> items;
    private final Set<JsonPointer> shown = new HashSet<>();
    private final Set<JsonPointer> partly = new HashSet<>();
    private int visits;
    private int misses;
    private boolean gaveUp;

    /** @param items places that the view shows already */
    Slice(ViewRequest request, ViewAllowance allowance, Set<JsonPointer> items) {
        this.request = request;
        this.role = request.role();
        request.charge(UNITS_OF_A_READ * role.reads().size());
        this.naming = new Naming(role.reads());
        this.allowance = allowance;
        this.items = items;
        this.shown.addAll(items);
        this.visits = request.budget().maxChars() + MOST_MISSES;
    }

    Map<JsonPointer, Json> values() {
        return values;
    }

    Set<JsonPointer> shown() {
        return shown;
    }

    /** What the slice left of the allowance it was given. */
    ViewAllowance allowance() {
        return allowance;
    }

    Summaries summaries() {
        return summaries;
    }

    /** Whether the search ended before everything was seen, so that nobody knows how much is missing. */
    boolean gaveUp() {
        return gaveUp || misses >= MOST_MISSES;
    }

    /** Shows all that may be read, in the order of the contract; returns false as soon as something does not fit. */
    boolean fillWhole(List<JsonPointer> first) {
        boolean fits = true;
        for (JsonPointer place : first) {
            fits = fits && showWhole(place);
        }
        for (PathPattern pattern : role.reads()) {
            if (fits) {
                pattern.visitOutermost(
                        ROOT, request.state(), request::pass, (at, value) -> showWhole(at) && --visits > 0);
                fits = misses == 0 && visits > 0;
            }
        }
        return fits;
    }

    private boolean showWhole(JsonPointer place) {
        visit(place);
        Optional<Json> value = readable(place);
        if (value.isEmpty() || place.isWithin(shown) || take(place, value.get())) {
            return true;
        }
        misses++;
        return false;
    }

    /** Shows the most useful values: those asked for, required ones, what changed last, and then the rest. */
    void fillBest(List<JsonPointer> first, Set<JsonPointer> required) {
        naming.add(first);
        first.forEach(this::offer);
        for (JsonPointer place : required) {
            if (!showSmall(unit(place))) {
                showSmall(place);
            }
        }
        showRecent();
        for (PathPattern pattern : role.reads()) {
            int most = mostMisses();
            pattern.visitOutermost(ROOT, request.state(), request::pass, (place, value) -> {
                offer(place);
                return --visits > 0 && misses < most;
            });
            gaveUp |= visits <= 0 || misses >= most && !Naming.isOneCollection(pattern);
        }
    }

    private void showRecent() {
        int left = MOST_RECENT;
        for (int i = request.recent().size() - 1; i >= 0 && left > 0; i--) {
            StateChange change = request.recent().get(i);
            for (JsonPointer touched : change.places()) {
                if (--left > 0 && !allowance.full()) {
                    showRecent(touched);
                }
            }
        }
    }

    /** The place is held against what may be read, and what is shown already. */
    private void visit(JsonPointer place) {
        request.chargeAt(
                place, UNITS_OF_A_PLACE + UNITS_OF_A_PATTERN * role.reads().size());
    }

    private void showRecent(JsonPointer touched) {
        visit(touched);
        for (PathPattern pattern : role.reads()) {
            if (pattern.covers(touched)) {
                offer(part(pattern, touched));
            } else {
                int[] left = {MOST_RECENT_INSIDE};
                touched.resolve(request.state())
                        .ifPresent(value -> pattern.visitOutermost(touched, value, request::pass, (place, inside) -> {
                            offer(place);
                            return --left[0] > 0 && !allowance.full();
                        }));
            }
        }
    }

    private JsonPointer unit(JsonPointer place) {
        for (PathPattern pattern : role.reads()) {
            if (pattern.covers(place)) {
                return part(pattern, place);
            }
        }
        return place;
    }

    /** Returns whether the value is in the view now. */
    private boolean showSmall(JsonPointer place) {
        visit(place);
        Optional<Json> value = readable(place);
        if (value.isEmpty() || place.isWithin(shown)) {
            return true;
        }
        boolean fits = small(place, value.get()) && take(place, value.get());
        if (fits) {
            note(place);
        }
        return fits;
    }

    /** The value of the pattern that changed, or the part of it that did where the whole is large. */
    private JsonPointer part(PathPattern pattern, JsonPointer touched) {
        JsonPointer at = touched.first(pattern.depth());
        while (at.tokens().size() < touched.tokens().size()) {
            Optional<Json> value = readable(at);
            if (value.isEmpty() || !divisible(at, value.get()) || small(at, value.get())) {
                return at;
            }
            JsonPointer next = touched.first(at.tokens().size() + 1);
            if (next.resolve(request.state()).isEmpty()) {
                return at;
            }
            at = next;
        }
        return at;
    }

    private void offer(JsonPointer place) {
        visit(place);
        Optional<Json> readable = readable(place);
        if (readable.isEmpty() || summaries.isLeftOut(place)) {
            return;
        }
        Json value = readable.get();
        if (place.isWithin(shown)) {
            if (items.contains(place)) {
                summaries.shown(naming.collection(place), place);
            }
        } else if (partly.contains(place) && divisible(place, value)) {
            divide(place, value);
        } else if (take(place, value)) {
            note(place);
        } else if (divisible(place, value) && misses < MOST_MISSES) {
            divide(place, value);
        } else {
            misses++;
            leaveOut(place);
        }
    }

    private void leaveOut(JsonPointer place) {
        String collection = naming.collection(place);
        summaries.leftOut(collection, place);
        if (naming.literal(place).isEmpty() && !place.isRoot() && !summaries.hasSize(collection)) {
            place.parent()
                    .resolve(request.state())
                    .ifPresent(
                            parent -> summaries.size(collection, role.hidden().visibleParts(place.parent(), parent)));
        }
    }

    /** Shows what may be seen of a value, if it fits. */
    private boolean take(JsonPointer place, Json value) {
        Optional<Json> visible = role.hidden()
                .cut(place, value, allowance.chars(), request.work())
                .filter(part -> allowance.take(place.toString(), part));
        visible.ifPresent(part -> {
            values.put(place, part);
            shown.add(place);
        });
        return visible.isPresent();
    }

    private void note(JsonPointer place) {
        summaries.shown(naming.collection(place), place);
        for (JsonPointer at = place; !at.isRoot(); ) {
            at = at.parent();
            partly.add(at);
        }
    }

    private int mostMisses() {
        return Math.min(MOST_MISSES, misses + MOST_MISSES_OF_ONE);
    }

    private void divide(JsonPointer place, Json value) {
        int most = mostMisses();
        if (value instanceof JsonArray array) {
            for (int i = 0; i < array.size() && misses < most; i++) {
                offer(place.child(i));
            }
        } else if (value instanceof JsonObject object) {
            Iterator<String> names = object.names().iterator();
            while (misses < most && names.hasNext()) {
                offer(place.child(names.next()));
            }
        }
    }

    private boolean divisible(JsonPointer place, Json value) {
        boolean has = value instanceof JsonArray || value instanceof JsonObject && naming.isNamed(place);
        return has && role.hidden().visibleParts(place, value) > 0;
    }

    /** The value, with what is private to others; absent if there is none, or it may not be read. */
    private Optional<Json> readable(JsonPointer place) {
        return role.mayRead(place) ? place.resolve(request.state()) : Optional.empty();
    }

    /** Whether what may be seen of a value would take no more than a small part of what is left. */
    private boolean small(JsonPointer place, Json value) {
        return role.hidden()
                .cut(place, value, allowance.chars() / SMALL, request.work())
                .filter(visible -> allowance.small(visible, SMALL))
                .isPresent();
    }
}
