package io.patchboard.gateway.http.lease;

import io.opentelemetry.context.Context;
import io.patchboard.gateway.worker.Invocation;
import java.time.Instant;

/**
 * An invocation, lent.
 *
 * @param until when it may be lent to another; never after its deadline
 * @param giveBack ends the lease now, unless it is over already
 * @param trace that the invocation belongs to
 */
public record Lease(Invocation invocation, Instant until, Runnable giveBack, Context trace) {

    /** The same lease of an invocation in whose view more is open. */
    public Lease of(Invocation shown) {
        return new Lease(shown, until, giveBack, trace);
    }
}
