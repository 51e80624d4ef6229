package io.patchboard.gateway.http.api;

import io.javalin.http.HttpStatus;
import io.patchboard.gateway.http.Problem;
import io.patchboard.gateway.http.ProblemException;
import io.patchboard.gateway.thread.Alarm;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * How long one blob may be on its way: {@value #SECONDS} seconds, and one more for each {@value #BYTES_A_SECOND} bytes
 * that moved. Whoever is slower is told so, or, where a read or a write is blocked, loses the connection: others wait
 * for the place.
 */
final class TransferTime implements AutoCloseable {

    private static final int SECONDS = 30;
    private static final int BYTES_A_SECOND = 64 * 1024;
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final LongSupplier nanos;
    private final Runnable hangUp;
    private final long start;
    private final AtomicLong moved = new AtomicLong();
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile Alarm alarm;

    /**
     * Begins now.
     *
     * @param nanos a clock
     * @param hangUp closes the connection, so that nobody is blocked by it
     */
    TransferTime(LongSupplier nanos, Runnable hangUp) {
        this.nanos = nanos;
        this.hangUp = hangUp;
        this.start = nanos.getAsLong();
        this.alarm = Alarm.in(BETWEEN_LOOKS, this::look);
    }

    void add(int bytes) {
        moved.addAndGet(bytes);
    }

    private boolean isOver() {
        Duration most = Duration.ofSeconds(SECONDS + moved.get() / BYTES_A_SECOND);
        return nanos.getAsLong() - start > most.toNanos();
    }

    private void look() {
        if (!isOver()) {
            if (!ended.get()) {
                alarm = Alarm.in(BETWEEN_LOOKS, this::look);
            }
        } else if (ended.compareAndSet(false, true)) {
            hangUp.run();
        }
    }

    @Override
    public void close() {
        if (ended.compareAndSet(false, true)) {
            alarm.cancel();
        }
    }

    /** Bytes of the caller. All that is wrong with them is thrown as a {@link ProblemException}. */
    InputStream of(InputStream body) {
        return new Timed(body);
    }

    private final class Timed extends InputStream {

        private final InputStream body;

        Timed(InputStream body) {
            this.body = body;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int from, int most) {
            int count;
            try {
                count = body.read(target, from, most);
            } catch (IOException e) {
                throw new ProblemException(
                        HttpStatus.BAD_REQUEST,
                        "Expected the whole blob, but the connection ended before it was there. Put it again.");
            }
            if (count > 0) {
                add(count);
                requireTime();
            }
            return count;
        }

        private void requireTime() {
            if (isOver()) {
                // From here on the connection is needed, to say so.
                ended.set(true);
                throw Problem.of(
                                HttpStatus.REQUEST_TIMEOUT,
                                "Expected a blob within " + SECONDS + " s and one more for each " + BYTES_A_SECOND
                                        + " bytes, but it is not there. Put it again over a faster line.")
                        .withHeader("Connection", "close")
                        .asException();
            }
        }
    }
}
