package io.patchboard.standalone.webhook;

import io.patchboard.calls.Deadline;
import io.patchboard.calls.HttpCaller;
import io.patchboard.calls.Outcome;
import io.patchboard.calls.Outcome.NoResponse;
import io.patchboard.calls.Outcome.Response;
import io.patchboard.calls.RetryPolicy;
import io.patchboard.client.log.LogRecord;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Sends entries until they are taken; each call holds its thread for as long as that takes. */
final class Delivery implements AutoCloseable {

    /** What Standard Webhooks recommends to wait for an answer. */
    private static final Duration ANSWER = Duration.ofSeconds(15);

    private static final int REQUESTS_AT_ONCE = 16;
    private static final int GONE = 410;

    private static final RetryPolicy RETRY =
            new RetryPolicy(Integer.MAX_VALUE, Duration.ofSeconds(1), Duration.ofMinutes(1));

    /** Longer than the day that a receiver can ask for: a pause that does not fit in is not made. */
    private static final Duration LONG = Duration.ofDays(30);

    private final Webhook webhook;
    private final Trouble trouble;
    private final Clock clock = Clock.systemUTC();
    private final HttpCaller caller = new HttpCaller();
    private final Semaphore atOnce = new Semaphore(REQUESTS_AT_ONCE, true);
    private final CompletableFuture<String> gone = new CompletableFuture<>();

    /** Until when the receiver has asked to be left alone. */
    private volatile Deadline quiet = Deadline.in(Duration.ZERO);

    Delivery(Webhook webhook, Trouble trouble) {
        this.webhook = webhook;
        this.trouble = trouble;
    }

    /** Completed, with a sentence, once the receiver has said that it wants nothing any more. */
    CompletableFuture<String> gone() {
        return gone;
    }

    /** @throws InterruptedException if the thread was interrupted, or this is closed, or the receiver is gone */
    void deliver(LogRecord entry) throws InterruptedException {
        String name = "entry " + entry.sequence() + " of board " + entry.boardId();
        RetryPolicy.Attempts<Outcome> attempts = new RetryPolicy.Attempts<>() {
            @Override
            public Outcome attempt(int number) throws InterruptedException {
                return send(entry, name);
            }

            @Override
            public Optional<RetryPolicy.Again> again(Outcome result) {
                return result instanceof Response response && response.isSuccess()
                        ? Optional.empty()
                        : Optional.of(new RetryPolicy.Again(askedFor(result)));
            }

            @Override
            public void beforePause(Outcome result, int number, Duration pause) {
                askedFor(result).ifPresent(asked -> quiet = Deadline.in(asked));
                trouble.begins(entry.boardId(), name, reason(result));
            }
        };
        RetryPolicy.End end;
        do {
            end = RETRY.repeat(Deadline.in(LONG), attempts).end();
        } while (end != RetryPolicy.End.DONE);
        trouble.ends(entry.boardId());
    }

    private Outcome send(LogRecord entry, String name) throws InterruptedException {
        for (Duration left = quiet.left(); left.isPositive(); left = quiet.left()) {
            TimeUnit.NANOSECONDS.sleep(left.toNanos());
        }
        atOnce.acquire();
        try {
            Outcome outcome = caller.send(webhook.request(entry, clock.instant()), Deadline.in(ANSWER));
            if (outcome instanceof Response response && response.status() == GONE) {
                gone.complete("Expected " + webhook.server() + " to take " + name
                        + ", but it answered 410: it wants no more. Nothing is sent any more; the group's position is"
                        + " before that entry, so it goes on there when it is started again.");
                throw new InterruptedException("The receiver is gone.");
            }
            return outcome;
        } finally {
            atOnce.release();
        }
    }

    private Optional<Duration> askedFor(Outcome outcome) {
        return outcome instanceof Response response ? response.retryAfter(clock) : Optional.empty();
    }

    /** Without what a client says of it, since that may quote the URL. */
    private static String reason(Outcome outcome) {
        return switch (outcome) {
            case Response response
            when response.status() / 100 == 3 ->
                "it answered " + response.status()
                        + ", and redirects are not followed (name the right address with --to)";
            case Response response -> "it answered " + response.status();
            case NoResponse none ->
                switch (none.reason()) {
                    case OVERDUE -> "there was no answer within " + ANSWER.toSeconds() + " s";
                    case UNREACHABLE -> "nobody listens there, or there is no such host";
                    case NO_CONNECTION_IN_TIME -> "no connection came about in time";
                    case NO_TLS -> "its certificate is not trusted, or it does not speak TLS";
                    case REFUSED, BROKEN -> "the connection broke off";
                };
        };
    }

    @Override
    public void close() {
        caller.close();
    }
}
