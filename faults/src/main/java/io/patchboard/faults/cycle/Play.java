package io.patchboard.faults.cycle;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * A small board and how everybody on it behaves.
 *
 * @param kind in a word or two
 * @param volunteers workers who speak unasked, one after the other; none if all are invoked
 */
record Play(String kind, JsonNode blueprint, List<String> volunteers, Role role) {

    /** What a worker answers: a function of what it sees, so that it does the same wherever it stands. */
    @FunctionalInterface
    interface Role {

        /** @param step counts what was said on the board so far */
        JsonNode patch(String worker, JsonNode state, String path, int step);
    }
}
