package io.patchboard.workflow.blueprint;

import java.util.List;

/**
 * Where a graph stands among the others of its workflow.
 *
 * @param depth how many maps and parallels are around it
 * @param inMap whether one of them is a map, so that there is an item and its index
 */
record Within(int depth, boolean inMap) {

    /** Each has a board for all of its parts and one for each part, and boards are at most eight deep. */
    static final int DEEPEST = 3;

    static final Within WHOLE = new Within(0, false);

    /** What its board is told beside its input. */
    List<String> told() {
        return inMap ? List.of("item", "index") : List.of();
    }

    boolean isWhole() {
        return depth == 0;
    }
}
