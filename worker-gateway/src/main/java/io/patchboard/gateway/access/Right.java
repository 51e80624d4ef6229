package io.patchboard.gateway.access;

import io.patchboard.record.Word;

/** What a principal may do on every board. To propose and to answer, he may for workers and queues by name. */
public enum Right implements Word {
    /** See boards, their logs and what they wait for. */
    READ,
    /** Create boards. */
    CREATE,
    /**
     * Steer boards: pause, resume, cancel and reopen them; edit their state past contracts and gates, mark it, restore
     * an earlier one; amend their blueprints; say what became of a call.
     */
    OPERATE,
    /** Decide what waits for a person. */
    APPROVE,
    /** Publish blueprints, and give new boards a version. */
    PUBLISH
}
