package io.patchboard.gateway.http;

import io.javalin.http.Context;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * To the caller of a {@link Routes.Conversation}. Once his connection is gone, the server has taken the request back
 * and uses it for another, so nothing of it may be touched any more. Safe for use by several threads.
 */
public final class Line implements AsyncListener {

    private final HttpServletResponse response;
    private final BooleanSupplier mustClose;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private volatile Thread holder = Thread.currentThread();
    private boolean begun;
    private boolean gone;

    /** What is done while the line is held. */
    @FunctionalInterface
    interface Work {
        void run() throws IOException, InterruptedException;
    }

    /** @param mustClose whether the connection can take no other request */
    Line(Context context, BooleanSupplier mustClose) {
        this.response = context.res();
        this.mustClose = mustClose;
        context.req().getAsyncContext().addListener(this);
    }

    CompletableFuture<Void> hold(Work work) {
        holder = Thread.ofVirtual().name("patchboard-conversation").unstarted(() -> {
            try {
                work.run();
                end();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                end();
            } catch (IOException | RuntimeException | StackOverflowError e) {
                end(e);
            }
        });
        holder.start();
        return done;
    }

    /** Whoever has gone needs no end. */
    private synchronized void end() {
        if (!gone) {
            done.complete(null);
        }
    }

    private synchronized void end(Throwable failure) {
        if (!gone) {
            done.completeExceptionally(failure);
        }
    }

    synchronized boolean isBegun() {
        return begun || gone;
    }

    /**
     * Answers as a whole; nothing more can be written.
     *
     * @throws IOException if the caller has gone
     */
    public synchronized void reply(Reply reply) throws IOException {
        begin(reply.status(), reply.contentType());
        reply.headers().forEach(response::setHeader);
        response.setContentLength(reply.body().length);
        response.getOutputStream().write(reply.body());
    }

    /**
     * Begins an answer that is written bit by bit, of which nothing is kept anywhere.
     *
     * @throws IOException if the caller has gone
     */
    public synchronized void begin(String contentType) throws IOException {
        begin(200, contentType);
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Accel-Buffering", "no");
    }

    /**
     * Begins an answer of so many bytes, written bit by bit. If it ends before, its caller sees that it is broken off.
     *
     * @throws IOException if the caller has gone
     */
    public synchronized void begin(String contentType, long bytes, Map<String, String> headers) throws IOException {
        begin(200, contentType);
        headers.forEach(response::setHeader);
        response.setContentLengthLong(bytes);
    }

    private void begin(int status, String contentType) throws IOException {
        requireHeld();
        begun = true;
        response.setStatus(status);
        response.setContentType(contentType);
        if (mustClose.getAsBoolean()) {
            response.setHeader("Connection", "close");
        }
    }

    /** @throws IOException if the caller has gone */
    public synchronized void write(byte[] bytes) throws IOException {
        requireHeld();
        ServletOutputStream output = response.getOutputStream();
        output.write(bytes);
        output.flush();
    }

    private void requireHeld() throws IOException {
        if (gone || done.isDone()) {
            throw new IOException("The caller has gone.");
        }
    }

    private void hangUp() {
        synchronized (this) {
            gone = true;
        }
        holder.interrupt();
    }

    @Override
    public void onComplete(AsyncEvent event) {
        hangUp();
    }

    @Override
    public void onError(AsyncEvent event) {
        hangUp();
    }

    @Override
    public void onTimeout(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
}
