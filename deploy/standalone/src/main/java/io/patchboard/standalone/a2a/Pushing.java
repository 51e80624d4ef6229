package io.patchboard.standalone.a2a;

import io.patchboard.calls.Deadline;
import io.patchboard.calls.HttpCaller;
import io.patchboard.calls.Outbound;
import io.patchboard.calls.Outcome;
import io.patchboard.calls.RetryPolicy;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;
import io.patchboard.standalone.mcp.Caller;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells whoever asked for it how tasks go on: a thread for each receiver follows the task and posts what a subscriber
 * would be told, each event until it is taken or has been tried often enough. A receiver is told the task as it is when
 * it is registered, and again when a server starts, so nothing that came meanwhile is lost. It is forgotten when the
 * task has ended and that has been told.
 */
final class Pushing implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Pushing.class);

    private static final Duration ANSWER = Duration.ofSeconds(15);
    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final int GONE = 410;

    /** A server has 200, which people and their clients need. */
    private static final int MOST_STREAMS = 50;

    /** About five minutes. */
    private static final RetryPolicy RETRY = new RetryPolicy(10, Duration.ofSeconds(1), Duration.ofMinutes(1));

    private final PushBook book;
    private final Outbound hosts;
    private final Caller itself;
    private final Semaphore streams = new Semaphore(MOST_STREAMS);
    private final HttpCaller http = new HttpCaller();
    private final Map<PushTarget, Thread> threads = new ConcurrentHashMap<>();
    private volatile Optional<Operations> operations = Optional.empty();

    /**
     * @param hosts that may be told
     * @param itself reads tasks for those who could read them when they asked for this
     */
    Pushing(PushBook book, Outbound hosts, Caller itself) {
        this.book = book;
        this.hosts = hosts;
        this.itself = itself;
    }

    Outbound hosts() {
        return hosts;
    }

    PushBook book() {
        return book;
    }

    /** From now on those who are registered are told. */
    void begin(Operations tasks) {
        operations = Optional.of(tasks);
        book.all().forEach(this::begin);
    }

    void begin(PushTarget target) {
        operations.ifPresent(tasks -> threads.computeIfAbsent(
                target, any -> Thread.ofVirtual().name("patchboard-a2a-push").start(() -> run(tasks, target))));
    }

    /** Nothing more is told to it. */
    void end(PushTarget target) {
        Thread thread = threads.remove(target);
        if (thread != null) {
            thread.interrupt();
        }
    }

    private void run(Operations tasks, PushTarget target) {
        boolean told = false;
        try {
            while (!told) {
                told = follow(tasks, target);
                if (!told) {
                    TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
                }
            }
            book.remove(target);
            threads.remove(target);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it was deleted, or the server ends
        }
    }

    /** Whether there is nothing left to tell. */
    private boolean follow(Operations tasks, PushTarget target) throws InterruptedException {
        boolean atOnce = streams.tryAcquire();
        try {
            Operations.Sink sink = new Operations.Sink() {
                @Override
                public void send(long sequence, JsonObject event) throws IOException, InterruptedException {
                    post(target, event);
                }

                @Override
                public void keepAlive() {
                    // Nobody waits at the other end.
                }
            };
            tasks.follow(itself, tasks.known(itself, target.task()), sink, atOnce);
            return true;
        } catch (A2aException e) {
            LOG.debug("Expected to follow task {}, but: {}", target.task(), e.getMessage());
            return false;
        } catch (GoneException e) {
            LOG.info("{} answered 410 to a notification of task {}: it is told no more.", target, target.task());
            return true;
        } catch (IOException e) {
            return false;
        } finally {
            streams.release(atOnce ? 1 : 0);
        }
    }

    private void post(PushTarget target, JsonObject event) throws IOException, InterruptedException {
        RetryPolicy.Repeated<Outcome> sent =
                RETRY.repeat(Deadline.in(Duration.ofHours(1)), new RetryPolicy.Attempts<>() {
                    @Override
                    public Outcome attempt(int number) throws InterruptedException {
                        return http.send(request(target, event), Deadline.in(ANSWER), hosts);
                    }

                    @Override
                    public Optional<RetryPolicy.Again> again(Outcome result) {
                        boolean done = result instanceof Outcome.Response response
                                && (response.isSuccess() || response.status() == GONE);
                        return done ? Optional.empty() : Optional.of(new RetryPolicy.Again(askedFor(result)));
                    }
                });
        if (sent.result() instanceof Outcome.Response response && response.status() == GONE) {
            throw new GoneException();
        }
        if (sent.end() != RetryPolicy.End.DONE) {
            LOG.warn(
                    "Expected {} to take a notification of task {}, but it did not in {} attempts. It is told of what"
                            + " comes next.",
                    target,
                    target.task(),
                    sent.attempts());
        }
    }

    private static Optional<Duration> askedFor(Outcome outcome) {
        return outcome instanceof Outcome.Response response ? response.retryAfter(Clock.systemUTC()) : Optional.empty();
    }

    private static HttpRequest request(PushTarget target, JsonObject event) {
        HttpRequest.Builder request = HttpRequest.newBuilder(target.url())
                .header("Content-Type", "application/a2a+json")
                .header("A2A-Version", AgentCard.VERSION)
                .POST(BodyPublishers.ofByteArray(JsonWriter.compactBytes(event)));
        target.token().ifPresent(token -> request.header("X-A2A-Notification-Token", token));
        target.scheme()
                .ifPresent(scheme -> request.header(
                        "Authorization",
                        scheme + target.credentials().map(text -> " " + text).orElse("")));
        return request.build();
    }

    /** The receiver wants no more. */
    private static final class GoneException extends IOException {

        private static final long serialVersionUID = 1L;
    }

    @Override
    public void close() {
        threads.values().forEach(Thread::interrupt);
        http.close();
    }
}
