package io.patchboard.record;

/** Where a proposal or command was rejected, in the order in which the checks are made. */
public enum Stage implements Word {
    /** The bytes are not a record of the contract. */
    DECODE,
    /** Board, worker or invocation is unknown, foreign, expired, already answered or ended. */
    ADMISSION,
    /** Not a JSON Patch, or over a size limit. */
    SYNTAX,
    /** A path or operation outside the worker's write contract. */
    AUTHORIZATION,
    /** A path that does not exist (RFC 6902 section 4). */
    APPLICATION,
    /** A failed {@code test}, or a target that somebody changed after the worker's view was taken. */
    PRECONDITION,
    /** The state would not satisfy the blueprint's schema. */
    SCHEMA,
    /** The state would break an invariant. */
    INVARIANT,
    /** The proposal would exceed a budget. */
    BUDGET,
    /** The invocation's deadline passed without an answer. */
    TIMEOUT,
    /** The worker reported that it could not do it. */
    WORKER,
    /** A gate held it, and nobody allowed it. */
    APPROVAL;

    @Override
    public String word() {
        return name();
    }
}
