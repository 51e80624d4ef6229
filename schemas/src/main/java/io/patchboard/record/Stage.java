package io.patchboard.record;

/** Where a proposal or command was rejected, in the order in which the checks are made. */
public enum Stage implements Word {
    /** The bytes are not a record of the contract. */
    DECODE(Subject.BYTES),
    /** Board, worker or invocation is unknown, foreign, expired, already answered or ended. */
    ADMISSION(Subject.SENDER),
    /** Not a JSON Patch, or over a size limit. */
    SYNTAX(Subject.PATCH),
    /** A path or operation outside the worker's write contract. */
    AUTHORIZATION(Subject.PATCH),
    /** A path that does not exist (RFC 6902 section 4). */
    APPLICATION(Subject.STATE),
    /** A failed {@code test}, or a target that somebody changed after the worker's view was taken. */
    PRECONDITION(Subject.STATE),
    /** The state would not satisfy the blueprint's schema. */
    SCHEMA(Subject.STATE),
    /** The state would break an invariant. */
    INVARIANT(Subject.STATE),
    /** The proposal would exceed a budget. */
    BUDGET(Subject.STATE),
    /** The invocation's deadline passed without an answer. */
    TIMEOUT(Subject.TIME),
    /** The worker reported that it could not do it. */
    WORKER(Subject.WORKER),
    /** A gate held it, and nobody allowed it. */
    APPROVAL(Subject.PERSON);

    /** What is looked at, which says what a rejection means to the worker and to whoever counts it. */
    public enum Subject {
        BYTES,
        SENDER,
        /** The patch as it was sent; a pointer leads into it. */
        PATCH,
        /** The state that the patch would make, or what it takes to; a pointer leads into the state. */
        STATE,
        /** The clock. */
        TIME,
        /** What the worker says of itself. */
        WORKER,
        /** What a person says. */
        PERSON
    }

    private final Subject subject;

    Stage(Subject subject) {
        this.subject = subject;
    }

    public Subject subject() {
        return subject;
    }

    @Override
    public String word() {
        return name();
    }
}
