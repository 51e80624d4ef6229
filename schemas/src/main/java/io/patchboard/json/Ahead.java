package io.patchboard.json;

import java.util.ArrayList;
import java.util.List;

/** The runs of one height that stand to the right of a place, in order; each is given out once. */
final class Ahead {

    static final Ahead NOTHING = new Ahead(null, null, 0);

    private final Ahead above;
    private Run parent;
    private int next;
    private boolean untouched = true;

    /**
     * @param above the runs of the next height, whose parts come after those of the parent; null if there is none
     * @param parent of the place
     * @param next the first part of the parent to the right of the place
     */
    Ahead(Ahead above, Run parent, int next) {
        this.above = above;
        this.parent = parent;
        this.next = next;
    }

    boolean hasNext() {
        return parent != null && next < parent.length() || above != null && above.hasNext();
    }

    Run next() {
        if (next == parent.length()) {
            parent = above.next();
            next = 0;
        }
        untouched = false;
        return parent.run(next++);
    }

    /** Whether none was given out. */
    boolean isUntouched() {
        return untouched;
    }

    /** The runs that were not given out of those whose parent was taken. */
    List<Run> rest() {
        List<Run> rest = new ArrayList<>();
        for (int i = next; i < parent.length(); i++) {
            rest.add(parent.run(i));
        }
        return rest;
    }
}
