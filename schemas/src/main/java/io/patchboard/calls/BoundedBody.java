package io.patchboard.calls;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/** Takes in the body of a response up to a limit, and ends the exchange there. */
final class BoundedBody implements BodySubscriber<BoundedBody.Body> {

    private final int maxBytes;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<Body> body = new CompletableFuture<>();
    private Subscription subscription;

    /** A body; {@code cut} if it is only the first part of one over the limit. */
    record Body(byte[] bytes, boolean cut) {}

    BoundedBody(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    @Override
    public CompletionStage<Body> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
        given.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            int room = maxBytes - bytes.size();
            byte[] part = new byte[Math.min(buffer.remaining(), room)];
            buffer.get(part);
            bytes.writeBytes(part);
            if (buffer.hasRemaining()) {
                subscription.cancel();
                body.complete(new Body(bytes.toByteArray(), true));
                return;
            }
        }
        subscription.request(1);
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(new Body(bytes.toByteArray(), false));
    }
}
