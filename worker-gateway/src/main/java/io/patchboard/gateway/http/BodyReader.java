package io.patchboard.gateway.http;

import io.javalin.http.HttpStatus;
import io.patchboard.record.ContractLimits;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads bodies as they come, without a thread that waits. Counts while it reads, so that a body without a length is
 * bounded like any other; and counts those of all requests together, so that many bodies of the permitted size do not
 * fill the heap.
 */
final class BodyReader {

    private static final Logger LOG = LoggerFactory.getLogger(BodyReader.class);
    private static final int CHUNK = 16 * 1024;

    /** What all bodies that are being read may take of the heap. */
    private static final int PART_OF_HEAP = 8;

    /**
     * Of a body that says that it is too large, as much is read and thrown away before its caller is told so: one that
     * still sends when the connection is closed sees no answer, only that it is gone.
     */
    private static final long MOST_THROWN_AWAY = ContractLimits.MAX_READ_BYTES;

    private final int maxBytes;
    private final Duration time;
    private final Executor executor;
    private final long mostInAll;
    private final AtomicLong inAll = new AtomicLong();

    BodyReader(int maxBytes, Duration time, Executor executor) {
        this.maxBytes = maxBytes;
        this.time = time;
        this.executor = executor;
        this.mostInAll = Math.max(maxBytes, Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    }

    /**
     * The request must be in asynchronous mode.
     *
     * @return the body; fails with a {@link ProblemException}
     */
    CompletableFuture<byte[]> read(HttpServletRequest request) {
        if (request.getContentLengthLong() > maxBytes + MOST_THROWN_AWAY) {
            return CompletableFuture.failedFuture(tooLarge());
        }
        try {
            return new Reading(request.getInputStream(), request.getContentLengthLong() > maxBytes).start();
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private ProblemException tooLarge() {
        return Problem.of(
                        HttpStatus.CONTENT_TOO_LARGE,
                        "Expected a body of at most " + maxBytes + " bytes, but got a larger one.")
                .withHeader("Connection", "close")
                .asException();
    }

    private ProblemException tooSlow() {
        return Problem.of(
                        HttpStatus.REQUEST_TIMEOUT,
                        "Expected the whole body within " + time.toSeconds() + " s, but it is not there.")
                .withHeader("Connection", "close")
                .asException();
    }

    private static ProblemException tooMany() {
        return Problem.of(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "Expected room for this body, but too many others are being read. Try again in a moment.")
                .withHeader("Retry-After", "1")
                .withHeader("Connection", "close")
                .asException();
    }

    private final class Reading implements ReadListener {

        private final ServletInputStream input;
        private final boolean thrownAway;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final CompletableFuture<byte[]> body = new CompletableFuture<>();
        private boolean ended;

        Reading(ServletInputStream input, boolean thrownAway) {
            this.input = input;
            this.thrownAway = thrownAway;
        }

        CompletableFuture<byte[]> start() {
            input.setReadListener(this);
            return body.orTimeout(time.toNanos(), TimeUnit.NANOSECONDS)
                    .exceptionallyCompose(failure ->
                            CompletableFuture.failedFuture(failure instanceof TimeoutException ? late() : failure))
                    .whenCompleteAsync((read, failure) -> end(), executor);
        }

        @Override
        public void onDataAvailable() throws IOException {
            byte[] chunk = new byte[CHUNK];
            while (!body.isDone() && input.isReady()) {
                int count = input.read(chunk);
                if (count < 0) {
                    return;
                }
                take(chunk, count).ifPresent(body::completeExceptionally);
            }
        }

        private synchronized Optional<ProblemException> take(byte[] chunk, int count) {
            if (ended || thrownAway) {
                return Optional.empty();
            }
            if (bytes.size() + count > maxBytes) {
                return Optional.of(tooLarge());
            }
            if (inAll.get() + count > mostInAll) {
                return Optional.of(tooMany());
            }
            inAll.addAndGet(count);
            bytes.write(chunk, 0, count);
            return Optional.empty();
        }

        private ProblemException late() {
            return thrownAway ? tooLarge() : tooSlow();
        }

        /** What was counted is uncounted, and no more is, should something still be coming. */
        private synchronized void end() {
            ended = true;
            inAll.addAndGet(-bytes.size());
        }

        @Override
        public void onAllDataRead() {
            if (thrownAway) {
                body.completeExceptionally(tooLarge());
            } else {
                body.complete(bytes.toByteArray());
            }
        }

        @Override
        public void onError(Throwable failure) {
            LOG.debug("Expected the rest of a body, but its caller has gone.", failure);
            body.completeExceptionally(new ProblemException(
                    HttpStatus.BAD_REQUEST, "Expected the whole body, but the connection ended before it was there."));
        }
    }
}
