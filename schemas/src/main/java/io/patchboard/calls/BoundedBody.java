package io.patchboard.calls;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.TimeUnit;

/** Takes in the body of a response up to a limit, or up to its last event, and ends the exchange there. */
final class BoundedBody implements BodySubscriber<BoundedBody.Body> {

    /** For who sent the last event to end its stream: only then can the connection take another request. */
    private static final Duration TIME_TO_END = Duration.ofSeconds(1);

    private final int maxBytes;
    private final Optional<LastEvent> last;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<Body> body = new CompletableFuture<>();
    private Subscription subscription;

    /** A body; {@code cut} if it is only the first part of one over the limit. */
    record Body(byte[] bytes, boolean cut) {}

    /** @param last where the body is a stream that may go on behind what is waited for */
    BoundedBody(int maxBytes, Optional<LastEvent> last) {
        this.maxBytes = maxBytes;
        this.last = last;
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
        if (body.isDone()) {
            subscription.cancel();
            return;
        }
        for (ByteBuffer buffer : buffers) {
            int room = maxBytes - bytes.size();
            byte[] part = new byte[Math.min(buffer.remaining(), room)];
            buffer.get(part);
            bytes.writeBytes(part);
            if (last.isPresent() && last.get().hasCome(part)) {
                body.complete(new Body(bytes.toByteArray(), false));
                CompletableFuture.delayedExecutor(TIME_TO_END.toMillis(), TimeUnit.MILLISECONDS)
                        .execute(subscription::cancel);
                break;
            }
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
