package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.record.Marked;
import io.patchboard.record.Provenance;
import io.patchboard.record.Taint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the values of a state bring along to another board: their marks, and not who wrote them, since that is told by
 * the sequence of a log which is another board's.
 *
 * <p><b>Bound.</b> Where it takes more places than a command may have, the deepest levels are given up, and a value has
 * the marks of all that is in it.
 */
public final class MarkedPlaces {

    /** Of a first state. */
    public static final int MOST = 1_000;

    /** Of all paths together. */
    public static final int MOST_CHARS = 100_000;

    private MarkedPlaces() {}

    /** Those of a state's values, as far as they differ from what holds around them. */
    public static List<Marked> of(Origins origins) {
        OriginNode root = origins.root();
        List<Marked> places = of(root);
        while (isTooMany(places)) {
            root = root.cut(root.levels() - 1);
            places = of(root);
        }
        return places;
    }

    /**
     * With the values of some places tainted so, too; where there are too many to be told one by one, with all that is
     * around them.
     */
    public static Origins labelled(Origins origins, PathPattern places, Taint taint, Json state) {
        List<JsonPointer> found = new ArrayList<>();
        places.visitOutermost(state, (place, value) -> {
            found.add(place);
            return found.size() <= MOST;
        });
        Origins labelled = origins;
        for (JsonPointer place : found.size() > MOST ? List.of(around(places)) : found) {
            labelled = labelled.tainted(place, Set.of(taint), state);
        }
        return labelled;
    }

    private static JsonPointer around(PathPattern places) {
        JsonPointer around = JsonPointer.ROOT;
        for (String segment : places.segments()) {
            if (segment.equals(PathPattern.ANY)) {
                break;
            }
            around = around.child(segment);
        }
        return around;
    }

    private static boolean isTooMany(List<Marked> places) {
        return places.size() > MOST
                || places.stream().mapToInt(place -> place.path().length()).sum() > MOST_CHARS;
    }

    private static List<Marked> of(OriginNode root) {
        List<Marked> places = new ArrayList<>();
        collect(root, JsonPointer.ROOT, Marks.NONE, places);
        return places;
    }

    /** Recursion is as deep as the document. */
    private static void collect(OriginNode node, JsonPointer at, Marks around, List<Marked> places) {
        Marks own = node.own().marks();
        if (!own.equals(around)) {
            places.add(new Marked(at.toString(), own.taint(), Provenance.of(own.degraded())));
        }
        int[] index = {0};
        node.parts().forEach(part -> {
            index[0] += part.gap();
            String name = part.name() == null ? Integer.toString(index[0]++) : part.name();
            collect(part.node(), at.child(name), own, places);
        });
    }

    /** Why they cannot be those of a state; absent if they can. */
    public static Optional<String> problem(List<Marked> places, Json state) {
        if (isTooMany(places)) {
            return Optional.of("Expected at most " + MOST + " marked values with paths of " + MOST_CHARS
                    + " characters in all, but got " + places.size() + ". Mark the values around them instead.");
        }
        return places.stream()
                .map(Marked::path)
                .filter(path -> !isIn(path, state))
                .findFirst()
                .map(path -> "Expected marks of values of the first state, but there is no \"" + path + "\" in it.");
    }

    /** On the ways to all of them. */
    public static long levels(List<Marked> places) {
        return places.stream()
                .mapToLong(
                        place -> 1 + place.path().chars().filter(c -> c == '/').count())
                .sum();
    }

    private static boolean isIn(String path, Json state) {
        try {
            return JsonPointer.parse(path).resolve(state).isPresent();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Of a state that one entry wrote.
     *
     * @param places that {@linkplain #problem are in the state}
     */
    public static Origins origins(Origin first, List<Marked> places, Json state) {
        Origins origins = Origins.of(first);
        for (Marked place : places) {
            Origin marked = first.tainted(place.taint()).degraded(place.marks().contains(Provenance.DEGRADED));
            origins = origins.with(JsonPointer.parse(place.path()), marked, state, first);
        }
        return origins;
    }
}
