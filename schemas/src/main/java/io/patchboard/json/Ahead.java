package io.patchboard.json;

import java.util.List;

/** The runs of one height that stand to the right of a place, in order; each is given out once. */
final class Ahead {

    static final Ahead NOTHING = new Ahead(null, List.of());

    private final Ahead above;
    private List<Run> here;
    private int next;

    /**
     * @param above the runs of the next height, whose parts come after those that are here; null if there is none
     * @param here those that have the same parent as the place
     */
    Ahead(Ahead above, List<Run> here) {
        this.above = above;
        this.here = here;
    }

    boolean hasNext() {
        return next < here.size() || above != null && above.hasNext();
    }

    Run next() {
        if (next == here.size()) {
            here = above.next().runs();
            next = 0;
        }
        return here.get(next++);
    }

    /** The runs that were not given out of those whose parent was taken. */
    List<Run> rest() {
        return here.subList(next, here.size());
    }
}
