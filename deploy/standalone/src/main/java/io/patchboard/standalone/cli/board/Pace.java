package io.patchboard.standalone.cli.board;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** Does one thing after the other, so many in a second at most. */
final class Pace {

    private final long nanosEach;
    private final LongSupplier clock;
    private final LongConsumer pause;

    /** @param rate how many in a second; above 0 */
    Pace(double rate) {
        this(rate, System::nanoTime, LockSupport::parkNanos);
    }

    Pace(double rate, LongSupplier clock, LongConsumer pause) {
        this.nanosEach = (long) (Duration.ofSeconds(1).toNanos() / rate);
        this.clock = clock;
        this.pause = pause;
    }

    /** Does it with each; how many times it said that it succeeded. */
    <T> int each(List<T> items, Predicate<T> action) {
        int succeeded = 0;
        long next = clock.getAsLong();
        for (T item : items) {
            for (long left = next - clock.getAsLong(); left > 0; left = next - clock.getAsLong()) {
                pause.accept(left);
            }
            next = clock.getAsLong() + nanosEach;
            succeeded += action.test(item) ? 1 : 0;
        }
        return succeeded;
    }
}
