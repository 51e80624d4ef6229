package io.patchboard.gateway.preset.blackboard;

/** Names that the blueprint and its referee agree on. */
final class Roles {

    static final String REFEREE = "referee";

    /** Author of the problem. */
    static final String USER = "user";

    /** Author of error entries. */
    static final String SYSTEM = "system";

    static final String OPENING = "opening";
    static final String COORDINATING = "coordinating";
    static final String CONTRIBUTING = "contributing";
    static final String DECIDING = "deciding";
    static final String DONE = "done";

    private Roles() {}
}
