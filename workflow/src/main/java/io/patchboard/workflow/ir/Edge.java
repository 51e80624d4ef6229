package io.patchboard.workflow.ir;

import io.patchboard.json.JsonPointer;
import java.util.Optional;

/**
 * An edge between two nodes of one graph.
 *
 * @param at where it stands in the document
 * @param guard CEL; of a branch
 * @param repairable what a repair may change along it
 */
public record Edge(JsonPointer at, String from, String to, Kind kind, Optional<String> guard, Repairable repairable) {

    /** What an edge means. */
    public enum Kind {
        SEQUENCE,
        BRANCH,
        DATA
    }

    /** What a repair may change along an edge. */
    public enum Repairable {
        TIME,
        ORDER,
        RESOURCE,
        NONE
    }

    /** Whether it says what comes next, and not only where data goes. */
    public boolean isControl() {
        return kind != Kind.DATA;
    }
}
