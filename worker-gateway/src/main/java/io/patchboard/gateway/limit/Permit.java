package io.patchboard.gateway.limit;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.patchboard.calls.Deadline;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The right to have one call under way, and to make the first of its requests. Whoever makes another one in it waits
 * for a turn. It goes along with the thread that works on it.
 */
public final class Permit implements AutoCloseable {

    private static final ContextKey<Permit> CURRENT = ContextKey.named("patchboard-permit");

    private final Permits permits;
    private final AtomicBoolean used = new AtomicBoolean();
    private final AtomicBoolean given = new AtomicBoolean();

    Permit(Permits permits) {
        this.permits = permits;
    }

    /** That of the work which this thread does, if there is one. */
    public static Optional<Permit> current() {
        return Optional.ofNullable(Context.current().get(CURRENT));
    }

    /** A context whose work has it. */
    public Context in(Context context) {
        return context.with(CURRENT, this);
    }

    /** The current context, for work that has none, though it is begun by work that has one. */
    public static Context without() {
        return Context.current().with(CURRENT, null);
    }

    boolean isOf(Permits others) {
        return permits == others;
    }

    /** @return whether one more request may be made, which may take until then */
    public boolean request(Deadline deadline) throws InterruptedException {
        return used.compareAndSet(false, true) || permits.awaitTurn(deadline);
    }

    /** Gives it back. */
    @Override
    public void close() {
        if (given.compareAndSet(false, true)) {
            permits.giveBack();
        }
    }
}
