package io.patchboard.gateway.runner.http;

import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.runner.http.BoundedBody.Body;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLHandshakeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One invocation put to a worker: its attempts, their pauses, and the wait for a callback. Nothing in it blocks. */
final class HttpCall {

    private static final Logger LOG = LoggerFactory.getLogger(HttpCall.class);

    private final String worker;
    private final WorkerBinding.Http binding;
    private final Invocation invocation;
    private final Duration limit;
    private final long deadline;
    private final Means means;
    private final Redaction redaction;
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();

    /** What has come of it so far, as the rest of a sentence that ends in "but". */
    private volatile String standing = "it had not been asked yet";

    /** What calls of one worker share, and what they wait by. */
    record Means(
            HttpClient client,
            ScheduledExecutorService timer,
            Places places,
            Callbacks callbacks,
            Clock clock,
            Backoff backoff) {}

    HttpCall(String worker, WorkerBinding.Http binding, Invocation invocation, Duration limit, Means means) {
        this.worker = worker;
        this.binding = binding;
        this.invocation = invocation;
        this.limit = limit;
        this.deadline = System.nanoTime() + limit.toNanos();
        this.means = means;
        this.redaction = binding.endpoint().redaction();
    }

    CompletableFuture<Answer> answer() {
        return answer;
    }

    void start() {
        try {
            Future<?> alarm = means.timer()
                    .schedule(() -> fail("within " + limit, standing), limit.toNanos(), TimeUnit.NANOSECONDS);
            answer.whenComplete((given, failure) -> alarm.cancel(false));
            means.callbacks().base().ifPresent(base -> awaitCallback());
            attempt(
                    1,
                    new InvocationRequest(
                            binding.endpoint(), invocation, means.callbacks().base()));
        } catch (RejectedExecutionException e) {
            cancel();
        } catch (RuntimeException e) {
            fail("", "the request could not be made: " + redaction.redact(e.toString()));
        }
    }

    void cancel() {
        answer.completeExceptionally(new CancellationException("The gateway is closing."));
    }

    /** The place is shared by calls for the same invocation, so whichever is answered first answers the others. */
    private void awaitCallback() {
        CompletableFuture<Answer> place = means.callbacks().answers().await(invocation.invocationId());
        place.thenAccept(given -> answer.complete(redaction.guard(given)));
        answer.whenComplete((given, failure) -> {
            if (failure == null) {
                place.complete(given);
            } else {
                place.cancel(false);
            }
        });
    }

    private void attempt(int number, InvocationRequest request) {
        standing = "all of its " + binding.requestsAtOnce() + " requests at once were taken by other invocations";
        means.places().enter(() -> send(number, request));
    }

    /** @return whether a request went out, which takes one of the places until its response is there */
    private boolean send(int number, InvocationRequest request) {
        if (answer.isDone()) {
            return false;
        }
        standing = "it was still at work";
        try {
            CompletableFuture<HttpResponse<Body>> exchange =
                    means.client().sendAsync(request.at(means.clock().instant()), BoundedBody.handler());
            answer.whenComplete((given, failure) -> exchange.cancel(true));
            exchange.whenComplete((response, failure) -> {
                means.places().leave();
                if (!answer.isDone()) {
                    react(number, request, failure == null ? read(response) : failed(failure));
                }
            });
            return true;
        } catch (RuntimeException e) {
            fail("", "the request could not be sent: " + redaction.redact(e.toString()));
            return false;
        }
    }

    private void react(int number, InvocationRequest request, Reaction reaction) {
        if (reaction instanceof Reaction.Answered answered) {
            answer.complete(answered.answer());
        } else if (reaction instanceof Reaction.Failed failed) {
            fail("", failed.why());
        } else if (reaction instanceof Reaction.Retryable again) {
            retry(number, request, again);
        } else {
            standing = "it promised to call back (status 202), and did not";
        }
    }

    private void retry(int number, InvocationRequest request, Reaction.Retryable again) {
        standing = again.why();
        if (number >= binding.retry().attempts()) {
            fail("", again.why() + (number == 1 ? "" : "; this was the last of " + number + " attempts"));
            return;
        }
        Duration pause = means.backoff().after(number, again.pause());
        if (pause.compareTo(Duration.ofNanos(deadline - System.nanoTime())) >= 0) {
            fail("within " + limit, again.why() + "; there was no time for another attempt after " + number);
            return;
        }
        LOG.debug("Asking worker {} again for {} in {}: {}.", worker, invocation.invocationId(), pause, again.why());
        try {
            means.timer().schedule(() -> attempt(number + 1, request), pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            cancel();
        }
    }

    private Reaction read(HttpResponse<Body> response) {
        try {
            return new ResponseReader(redaction, means.callbacks().base().isPresent(), means.clock())
                    .read(response, invocation.invocationId());
        } catch (RuntimeException | StackOverflowError e) {
            return new Reaction.Failed("its response could not be read: " + redaction.redact(e.toString()));
        }
    }

    private Reaction failed(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof SSLHandshakeException) {
            return new Reaction.Failed("no TLS connection came about: " + redaction.redact(cause.toString())
                    + " (certificates are checked against the JVM's trust store)");
        } else if (cause instanceof HttpConnectTimeoutException) {
            return new Reaction.Retryable("no connection to it came about in time", Optional.empty());
        } else if (cause instanceof ConnectException) {
            String why = Optional.ofNullable(cause.getMessage()).orElse("refused, or no such host");
            return new Reaction.Retryable(
                    "there is no connection to it (" + redaction.redact(why) + ")", Optional.empty());
        }
        return new Reaction.Retryable("the connection failed: " + redaction.redact(cause.toString()), Optional.empty());
    }

    private void fail(String expected, String but) {
        String message = "Expected an answer from worker " + worker + " at "
                + binding.endpoint().place() + (expected.isEmpty() ? "" : " " + expected) + ", but " + but + ".";
        if (answer.complete(Answer.failed(message))) {
            LOG.warn("{}", message);
        }
    }
}
