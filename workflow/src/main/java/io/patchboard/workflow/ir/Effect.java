package io.patchboard.workflow.ir;

/** What doing a node does outside of the workflow. */
public enum Effect {
    /** Nothing: it calls nobody. */
    NONE,
    /** The same, however often it is done. */
    IDEMPOTENT,
    /** Something each time. */
    EACH
}
