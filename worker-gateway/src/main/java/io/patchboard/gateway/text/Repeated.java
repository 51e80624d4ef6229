package io.patchboard.gateway.text;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** What goes wrong again and again is worth a line when it is new, and one in half a minute. Used by one thread. */
public final class Repeated {

    static final Duration BETWEEN_LINES = Duration.ofSeconds(30);

    private final LongSupplier nanoTime;
    private Optional<String> last = Optional.empty();
    private long told;

    public Repeated(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Whether to tell it now; it is taken that it is told then. */
    public boolean isWorthALine(String what) {
        long now = nanoTime.getAsLong();
        if (last.filter(what::equals).isPresent() && now - told < BETWEEN_LINES.toNanos()) {
            return false;
        }
        last = Optional.of(what);
        told = now;
        return true;
    }
}
