package io.patchboard.workflow.ir;

/** What part a node has in planning (ALAS, section 3.1 and 3.7). */
public enum Role {
    PLANNER,
    VALIDATOR,
    REPAIR,
    OPTIMIZER,
    SUPERVISOR,
    DOMAIN
}
