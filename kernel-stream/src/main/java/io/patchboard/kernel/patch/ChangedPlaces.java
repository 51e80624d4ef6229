package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Finds the places of one pattern whose value a patch changed.
 *
 * <p>A place can only have changed if the patch put a value there, inside of it or above it, or took something out of
 * it, or if items moved and the pattern names one by its index. So only what the {@link Traces} name is looked at: the
 * places on the way to it, and, where a whole value came, the places inside of it, as far as they are not what was
 * there before. Items that merely moved along are not looked at, however many they are; unless where they are matters,
 * too: then all items of an array in which some moved are.
 *
 * <p>Values are compared as values; that both versions share structure, and keep their digests, makes it quick and
 * changes no result.
 */
final class ChangedPlaces {

    private static final Comparator<String> BY_INDEX_OR_NAME = Comparator.<String>comparingInt(
                    token -> JsonPointer.arrayIndex(token).orElse(Integer.MAX_VALUE))
            .thenComparing(Comparator.naturalOrder());

    private final Revision revision;
    private final PathPattern pattern;
    private final boolean orMoved;
    private final boolean byName;
    private final Consumer<JsonPointer> visited;
    private final TreeSet<JsonPointer> found = new TreeSet<>(ChangedPlaces::compare);

    private ChangedPlaces(
            Revision revision, PathPattern pattern, boolean orMoved, boolean byName, Consumer<JsonPointer> visited) {
        this.revision = revision;
        this.pattern = pattern;
        this.orMoved = orMoved;
        this.byName = byName;
        this.visited = visited;
    }

    /**
     * Finds them.
     *
     * @param orMoved whether places are meant, too, whose value is that of another place before
     * @param byName whether a member of an object is compared with what had its name, whatever was moved there
     */
    static List<JsonPointer> of(
            Revision revision,
            Traces traces,
            PathPattern pattern,
            boolean orMoved,
            boolean byName,
            Consumer<JsonPointer> visited) {
        ChangedPlaces places = new ChangedPlaces(revision, pattern, orMoved, byName, visited);
        for (JsonPointer place : traces.written()) {
            places.lookAbove(place);
            place.resolve(revision.after()).ifPresent(value -> places.lookInside(place, value));
        }
        for (JsonPointer place : traces.disturbed()) {
            places.lookAbove(place);
            if (orMoved) {
                place.resolve(revision.after())
                        .filter(JsonArray.class::isInstance)
                        .ifPresent(items -> places.lookInside(place, items));
            } else {
                places.lookAtNamedItem(place);
            }
        }
        return List.copyOf(places.found);
    }

    /** The place, and those on the way to it. */
    private void lookAbove(JsonPointer place) {
        visited.accept(place);
        int size = place.tokens().size();
        int longest = pattern.isDeep() ? size : Math.min(size, pattern.depth());
        for (int length = pattern.depth(); length <= longest; length++) {
            JsonPointer at = place.first(length);
            if (pattern.matches(at)) {
                at.resolve(revision.after()).ifPresent(value -> look(at, value));
            }
        }
    }

    /** After a shift, an index that the pattern names stands for another item. */
    private void lookAtNamedItem(JsonPointer array) {
        literal(array.tokens().size())
                .filter(segment -> JsonPointer.arrayIndex(segment).isPresent())
                .map(array::child)
                .ifPresent(item -> item.resolve(revision.after()).ifPresent(value -> lookInside(item, value)));
    }

    private void lookInside(JsonPointer at, Json value) {
        visited.accept(at);
        if (!pattern.mayMatchBelow(at) || isAsBefore(at, value)) {
            return;
        }
        if (pattern.matches(at)) {
            look(at, value);
        }
        if (!pattern.isDeep() && at.tokens().size() == pattern.depth()) {
            return; // no place of the pattern lies inside of another one
        }
        Optional<String> segment = literal(at.tokens().size());
        if (segment.isPresent()) {
            JsonPointer child = new JsonPointer(List.of(segment.get()));
            child.resolve(value).ifPresent(part -> lookInside(at.child(segment.get()), part));
        } else if (value instanceof JsonObject object) {
            object.members().forEach((name, member) -> lookInside(at.child(name), member));
        } else if (value instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                lookInside(at.child(i), array.get(i));
            }
        }
    }

    /** The one key or index that the pattern has places at; absent where any will do. */
    private Optional<String> literal(int depth) {
        return depth < pattern.segments().size()
                ? Optional.of(pattern.segments().get(depth)).filter(segment -> !segment.equals(PathPattern.ANY))
                : Optional.empty();
    }

    /** Whether all inside of the place was there before, at places that are of the pattern where these are. */
    private boolean isAsBefore(JsonPointer at, Json value) {
        return revision.relocation()
                .wholeBefore(at)
                .filter(then -> !byName || revision.beforeByName(at).equals(Optional.of(then)))
                .filter(then -> orMoved ? then.equals(at) : pattern.matchesAlike(at, then))
                .flatMap(then -> then.resolve(revision.before()))
                .filter(then -> SameValue.of(value, then))
                .isPresent();
    }

    private void look(JsonPointer at, Json value) {
        Optional<JsonPointer> place =
                byName ? revision.beforeByName(at) : revision.relocation().before(at);
        Optional<Json> before = place.filter(then -> orMoved ? then.equals(at) : pattern.matches(then))
                .flatMap(then -> then.resolve(revision.before()));
        if (before.filter(then -> SameValue.of(value, then)).isEmpty()) {
            found.add(at);
        }
    }

    private static int compare(JsonPointer one, JsonPointer other) {
        int common = Math.min(one.tokens().size(), other.tokens().size());
        for (int i = 0; i < common; i++) {
            String token = one.tokens().get(i);
            if (!token.equals(other.tokens().get(i))) { // on the way to places deep down they mostly are
                return BY_INDEX_OR_NAME.compare(token, other.tokens().get(i));
            }
        }
        return Integer.compare(one.tokens().size(), other.tokens().size());
    }
}
