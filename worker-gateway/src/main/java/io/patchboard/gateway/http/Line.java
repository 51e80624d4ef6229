package io.patchboard.gateway.http;

import io.javalin.http.Context;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * To the caller of a {@link Routes.Conversation}. Once his connection is gone, the server has taken the request back
 * and uses it for another, so nothing of it may be touched any more. Safe for use by several threads.
 */
public final class Line implements AsyncListener {

    private final HttpServletResponse response;
    private final BooleanSupplier mustClose;
    private final OpenRequests room;
    private final String path;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    /** No monitor: in one, up to JDK 23, a write that is blocked keeps the thread of the system below it. */
    private final ReentrantLock lock = new ReentrantLock();

    private volatile Thread holder = Thread.currentThread();
    private boolean begun;
    private boolean gone;

    /** What is done while the line is held. */
    @FunctionalInterface
    interface Work {
        void run() throws IOException, InterruptedException;
    }

    /**
     * @param mustClose whether the connection can take no other request
     * @param room for what is answered as a whole
     */
    Line(Context context, BooleanSupplier mustClose, OpenRequests room) {
        this.response = context.res();
        this.mustClose = mustClose;
        this.room = room;
        this.path = Routes.path(context);
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

    /** As {@link #hold}, of what ends as soon as nothing can be written: then its caller has gone. */
    CompletableFuture<Void> talk(Work work) {
        return hold(() -> {
            try {
                work.run();
            } catch (IOException e) {
                throw (InterruptedException) new InterruptedException("The caller has gone.").initCause(e);
            }
        });
    }

    /** Whoever has gone needs no end. */
    private void end() {
        lock.lock();
        try {
            if (!gone) {
                done.complete(null);
            }
        } finally {
            lock.unlock();
        }
    }

    private void end(Throwable failure) {
        lock.lock();
        try {
            if (!gone) {
                done.completeExceptionally(failure);
            }
        } finally {
            lock.unlock();
        }
    }

    boolean isBegun() {
        lock.lock();
        try {
            return begun || gone;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Answers as a whole, unless others take all the room; nothing more can be written.
     *
     * @throws IOException if the caller has gone
     */
    public void reply(Reply reply) throws IOException {
        int length = reply.body().length;
        if (!room.take(length)) {
            write(OpenRequests.noRoom(path));
            return;
        }
        try {
            write(reply);
        } finally {
            room.leave(length);
        }
    }

    private void write(Reply reply) throws IOException {
        lock.lock();
        try {
            begin(reply.status(), reply.contentType());
            reply.headers().forEach(response::setHeader);
            response.setContentLength(reply.body().length);
            response.getOutputStream().write(reply.body());
        } finally {
            lock.unlock();
        }
    }

    /**
     * Begins an answer that is written bit by bit, of which nothing is kept anywhere.
     *
     * @throws IOException if the caller has gone
     */
    public void begin(String contentType) throws IOException {
        lock.lock();
        try {
            begin(200, contentType);
            response.setHeader("Cache-Control", "no-store");
            response.setHeader("X-Accel-Buffering", "no");
        } finally {
            lock.unlock();
        }
    }

    /**
     * Begins an answer of so many bytes, written bit by bit. If it ends before, its caller sees that it is broken off.
     *
     * @throws IOException if the caller has gone
     */
    public void begin(String contentType, long bytes, Map<String, String> headers) throws IOException {
        lock.lock();
        try {
            begin(200, contentType);
            headers.forEach(response::setHeader);
            response.setContentLengthLong(bytes);
        } finally {
            lock.unlock();
        }
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
    public void write(byte[] bytes) throws IOException {
        lock.lock();
        try {
            requireHeld();
            ServletOutputStream output = response.getOutputStream();
            output.write(bytes);
            output.flush();
        } finally {
            lock.unlock();
        }
    }

    private void requireHeld() throws IOException {
        if (gone || done.isDone()) {
            throw new IOException("The caller has gone.");
        }
    }

    private void hangUp() {
        lock.lock();
        try {
            gone = true;
        } finally {
            lock.unlock();
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
