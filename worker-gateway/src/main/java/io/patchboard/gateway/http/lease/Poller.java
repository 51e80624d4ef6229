package io.patchboard.gateway.http.lease;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Somebody who waits. */
record Poller(PollRequest request, CompletableFuture<List<Lease>> leases) {

    static Poller of(PollRequest request) {
        return new Poller(request, new CompletableFuture<>());
    }

    /** Whether an invocation given to it now could still arrive. */
    boolean waits() {
        return !leases.isDone() && !request.gone().getAsBoolean();
    }
}
