package io.patchboard.workflow.ir;

import java.util.Locale;

/** What a node is. */
public enum NodeType {
    TASK,
    CHOICE,
    PARALLEL,
    MAP,
    WAIT,
    PASS,
    SUCCEED,
    FAIL;

    /** As documents have it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
