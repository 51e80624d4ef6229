package io.patchboard.standalone.http;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpStatus;
import io.patchboard.client.model.BoardModel;
import io.patchboard.gateway.access.Principal;
import io.patchboard.gateway.access.Right;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.Problem;
import io.patchboard.gateway.http.ProblemException;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The boards' logs as they grow, for whoever asks for {@code text/event-stream} (the HTML Standard, server-sent
 * events). Each has a virtual thread of its own, which reads the next entries from the store when there are some and
 * waits for its reader: one who is slow or gone holds up nobody, and nothing is queued for him.
 */
final class EventStreams implements AutoCloseable {

    static final String TYPE = "text/event-stream";

    /** Each has a connection, and reads when its board moves on. */
    private static final int MOST = 200;

    /** Of one principal, where callers have names: somebody else shall have some, too. */
    private static final int MOST_EACH = MOST / 2;

    /** Shorter than what proxies in between, and the server itself, take for silence. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private final Set<Follower> open = ConcurrentHashMap.newKeySet();
    private boolean closed;

    /** Whether the caller wants a stream rather than what there is now; who asks for no body wants none. */
    static boolean isAskedFor(Context context) {
        return !context.method().equals(HandlerType.HEAD)
                && Optional.ofNullable(context.header("Accept"))
                        .filter(accept -> accept.contains(TYPE))
                        .isPresent();
    }

    /** Answers with a board's log from a sequence on, until either side ends it. */
    void answer(Context context, BoardModel boards, String boardId, EventStream.Wish wish) {
        EventStream stream = new EventStream(boards, boardId, wish, HEARTBEAT, Call.stillMay(context, Right.READ));
        Optional<String> caller = Call.named(context).map(Principal::name);
        Follower follower = new Follower(context.res(), stream, caller);
        begin(follower);
        context.future(() -> {
            context.req().getAsyncContext().addListener(follower);
            follower.thread.start();
            return follower.done;
        });
    }

    private synchronized void begin(Follower follower) {
        if (closed || open.size() >= MOST) {
            throw full("Expected fewer than " + MOST
                    + " event streams at once, but got more, or the server is about to end.");
        }
        long own = follower.caller.isEmpty()
                ? 0
                : open.stream()
                        .filter(other -> other.caller.equals(follower.caller))
                        .count();
        if (own >= MOST_EACH) {
            throw full("Expected fewer than " + MOST_EACH + " event streams of " + follower.caller.get()
                    + " at once, but got more.");
        }
        open.add(follower);
    }

    private static ProblemException full(String why) {
        return Problem.of(HttpStatus.SERVICE_UNAVAILABLE, why)
                .withHeader("Retry-After", "5")
                .asException();
    }

    /** Ends all streams, and takes no more. Whoever followed comes back to the next server with the last id it had. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        open.forEach(follower -> follower.thread.interrupt());
    }

    /**
     * One who reads a stream. Once his connection is gone, the server has taken the request back and uses it for
     * another, so nothing of it may be touched any more.
     */
    private final class Follower implements AsyncListener {

        private final CompletableFuture<Void> done = new CompletableFuture<>();
        private final AtomicBoolean gone = new AtomicBoolean();
        private final HttpServletResponse response;
        private final EventStream stream;
        private final Optional<String> caller;
        private final Thread thread;

        Follower(HttpServletResponse response, EventStream stream, Optional<String> caller) {
            this.response = response;
            this.stream = stream;
            this.caller = caller;
            this.thread = Thread.ofVirtual().name("patchboard-event-stream").unstarted(this::write);
        }

        private void write() {
            try {
                response.setContentType(TYPE);
                response.setHeader("Cache-Control", "no-store");
                response.setHeader("X-Accel-Buffering", "no");
                stream.writeTo(response);
            } finally {
                open.remove(this);
                if (!gone.get()) {
                    done.complete(null);
                }
            }
        }

        private void end() {
            gone.set(true);
            thread.interrupt();
        }

        @Override
        public void onComplete(AsyncEvent event) {
            end();
        }

        @Override
        public void onError(AsyncEvent event) {
            end();
        }

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }
}
