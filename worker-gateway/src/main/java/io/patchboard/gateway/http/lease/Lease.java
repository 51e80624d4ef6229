package io.patchboard.gateway.http.lease;

import io.opentelemetry.context.Context;
import io.patchboard.gateway.worker.Invocation;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * An invocation, lent.
 *
 * @param until when it may be lent to another; never after its deadline
 * @param giveBack ends the lease now, unless it is over already
 * @param renewal lends it for as long once more, from now on, and says until when; absent if the lease is over
 * @param trace that the invocation belongs to
 */
public record Lease(
        Invocation invocation, Instant until, Runnable giveBack, Supplier<Optional<Instant>> renewal, Context trace) {

    /** The same lease of an invocation in whose view more is open. */
    public Lease of(Invocation shown) {
        return new Lease(shown, until, giveBack, renewal, trace);
    }

    /** The same lease from now on; absent if it is over. */
    public Optional<Lease> renewed() {
        return renewal.get().map(later -> new Lease(invocation, later, giveBack, renewal, trace));
    }
}
