package io.patchboard.kernel.patch;

import io.patchboard.json.JsonPointer;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Below which places a relocation may have moved something. All else is where it was, which is found out by one look,
 * however many steps the relocation has: most that waits on a board has nothing to do with a patch.
 */
public final class Reach {

    /** Each ends with a slash, so that a place and all below it stand side by side; none is below another. */
    private final TreeSet<String> tops = new TreeSet<>();

    Reach(Collection<Moved> steps) {
        TreeSet<String> all = new TreeSet<>();
        steps.forEach(step -> add(step, all));
        for (String top : all) {
            if (tops.isEmpty() || !top.startsWith(tops.last())) {
                tops.add(top);
            }
        }
    }

    private static void add(Moved moved, Set<String> all) {
        switch (moved) {
            case Moved.Drop drop -> all.add(top(drop.place()));
            case Moved.Shift shift -> all.add(top(shift.place().parent()));
            case Moved.Renewal renewal -> all.add(top(renewal.place()));
            case Moved.Carry carry -> {
                all.add(top(carry.from()));
                all.add(top(carry.to()));
                add(carry.removal(), all);
                carry.arrival().ifPresent(arrival -> add(arrival, all));
            }
        }
    }

    private static String top(JsonPointer place) {
        return place + "/";
    }

    /** Whether what was at a place, or is there, may have come or gone. */
    public boolean has(String place) {
        String below = place + "/";
        String top = tops.floor(below);
        return top != null && below.startsWith(top);
    }

    /** The same of several places. */
    public boolean hasAny(Collection<String> places) {
        return places.stream().anyMatch(this::has);
    }

    /** The same of several places, and one more if there is one. */
    public boolean hasAny(Optional<String> place, Collection<String> others) {
        return place.filter(this::has).isPresent() || hasAny(others);
    }

    /** How often one place is compared with others at most: a few times, which grow with the number's digits. */
    public int looks() {
        return Integer.SIZE - Integer.numberOfLeadingZeros(tops.size());
    }
}
