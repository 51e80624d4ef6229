package io.patchboard.gateway.runner;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Keeps what a program brings about from filling the log: so many lines in a second go in, the others are counted, and
 * their number is told before the next line, and at the end. Used by one thread.
 */
final class LogRate {

    static final int MOST_LINES_A_SECOND = 100;

    private static final long SECOND = 1_000_000_000;

    private final LongSupplier nanoTime;
    private final LongConsumer teller;
    private long secondBegan;
    private int linesInSecond;
    private long leftOut;

    /** @param teller gets the number of lines that were left out */
    LogRate(LongSupplier nanoTime, LongConsumer teller) {
        this.nanoTime = nanoTime;
        this.teller = teller;
        this.secondBegan = nanoTime.getAsLong();
    }

    /** Whether one more line may go in. */
    boolean admits() {
        long now = nanoTime.getAsLong();
        if (now - secondBegan >= SECOND) {
            end();
            secondBegan = now;
            linesInSecond = 0;
        }
        if (linesInSecond < MOST_LINES_A_SECOND) {
            linesInSecond++;
            return true;
        }
        leftOut++;
        return false;
    }

    void end() {
        if (leftOut > 0) {
            teller.accept(leftOut);
            leftOut = 0;
        }
    }
}
