package io.patchboard.gateway.http;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** Writes a reply as fast as its reader takes it, without a thread that waits. */
final class ReplyWriter implements WriteListener {

    private static final int CHUNK = 64 * 1024;

    private final Reply reply;
    private final ServletOutputStream output;
    private final CompletableFuture<Void> written = new CompletableFuture<>();
    private int next;

    private ReplyWriter(Reply reply, ServletOutputStream output) {
        this.reply = reply;
        this.output = output;
    }

    /** @return completes, never exceptionally, when the reply is out or its reader has gone */
    static CompletableFuture<Void> write(Reply reply, HttpServletResponse response) {
        try {
            response.setStatus(reply.status());
            response.setContentType(reply.contentType());
            response.setContentLength(reply.body().length);
            reply.headers().forEach(response::setHeader);
            ReplyWriter writer = new ReplyWriter(reply, response.getOutputStream());
            writer.output.setWriteListener(writer);
            return writer.written;
        } catch (IOException | RuntimeException e) {
            reply.undelivered().run();
            return CompletableFuture.completedFuture(null);
        }
    }

    @Override
    public void onWritePossible() throws IOException {
        while (!written.isDone() && output.isReady()) {
            if (next == reply.body().length) {
                written.complete(null);
                return;
            }
            int count = Math.min(CHUNK, reply.body().length - next);
            output.write(reply.body(), next, count);
            next += count;
        }
    }

    @Override
    public void onError(Throwable failure) {
        if (!written.isDone()) {
            reply.undelivered().run();
            written.complete(null);
        }
    }
}
