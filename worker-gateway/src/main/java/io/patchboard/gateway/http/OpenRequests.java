package io.patchboard.gateway.http;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.patchboard.record.ContractLimits;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** How many requests are not answered to their last byte, and how many bytes of answers wait to be read. */
final class OpenRequests {

    /** What large answers that wait for their readers may take of the heap. */
    private static final int PART_OF_HEAP = 8;

    /** Longer ones are large. */
    private static final int SMALL = 16 * 1024;

    private static final byte[] NOTHING = {};

    private final long mostBytes =
            Math.max(2L * ContractLimits.MAX_READ_BYTES, Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    private int open;
    private long bytes;

    /** Counts a request until it is complete, however it ends. */
    synchronized void add(AsyncContext request) {
        request.addListener(new UntilComplete());
        open++;
    }

    private synchronized void remove() {
        open--;
        notifyAll();
    }

    /** Counts a request, and has it answered without its thread; not one that Jetty has taken back. */
    void answer(Context context, Function<HttpServletResponse, CompletableFuture<Void>> writing) {
        context.future(() -> {
            try {
                add(context.req().getAsyncContext());
            } catch (IllegalStateException e) {
                return CompletableFuture.completedFuture(null);
            }
            return writing.apply(context.res());
        });
    }

    /** Answers with a handler's result, if any. Javalin would write it on this thread, as slowly as it is read. */
    void answerResult(Context context) throws IOException {
        InputStream result = context.resultInputStream();
        if (result != null) {
            byte[] body = result.readAllBytes();
            context.result(NOTHING);
            String type = context.res().getContentType();
            String where = Routes.path(context);
            Reply reply = new Reply(context.statusCode(), type, Map.of(), body, () -> {});
            answer(context, response -> write(reply, where, response));
        }
    }

    /**
     * Writes an answer as fast as its reader takes it, unless others take all the room.
     *
     * @param path of the request
     */
    CompletableFuture<Void> write(Reply reply, String path, HttpServletResponse response) {
        int length = reply.body().length;
        if (take(length)) {
            return ReplyWriter.write(reply, response).whenComplete((nothing, failure) -> leave(length));
        }
        reply.undelivered().run();
        return ReplyWriter.write(noRoom(path), response);
    }

    /** What is answered where there is none. */
    static Reply noRoom(String path) {
        return Problem.of(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "Expected room for this answer, but too many others wait to be read. Try again in a moment.")
                .withHeader("Retry-After", "1")
                .reply(path);
    }

    /** Room for an answer of so many bytes, if there is any; whoever has it {@linkplain #leave leaves} it. */
    synchronized boolean take(int length) {
        boolean hasRoom = length <= SMALL || bytes + length <= mostBytes;
        bytes += hasRoom ? length : 0;
        return hasRoom;
    }

    synchronized void leave(int length) {
        bytes -= length;
    }

    /** Waits, no longer than this, until there is none. */
    synchronized void awaitNone(Duration most) {
        long end = System.nanoTime() + most.toNanos();
        try {
            for (long left = most.toNanos(); open > 0 && left > 0; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class UntilComplete implements AsyncListener {

        @Override
        public void onComplete(AsyncEvent event) {
            remove();
        }

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }
}
