package io.patchboard.gateway.runner.http;

import io.patchboard.calls.Deadline;
import io.patchboard.calls.HttpCaller;
import io.patchboard.calls.Outcome.NoResponse;
import io.patchboard.calls.Outcome.Response;
import io.patchboard.calls.RequestSpan;
import io.patchboard.calls.RetryPolicy;
import io.patchboard.calls.RetryPolicy.Again;
import io.patchboard.calls.RetryPolicy.Repeated;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.limit.Permit;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.runner.Checkpoints;
import io.patchboard.gateway.runner.LongWork;
import io.patchboard.gateway.runner.TimeLimit;
import io.patchboard.gateway.text.Quotes;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Failure;
import io.patchboard.text.Durations;
import io.patchboard.tracing.SpanAttributes;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One invocation put to a worker: its attempts, their pauses, and the wait for a callback. Used by one thread. */
final class HttpCall implements RetryPolicy.Attempts<Reaction> {

    private static final Logger LOG = LoggerFactory.getLogger(HttpCall.class);
    private static final String NOT_ASKED = "it had not been asked yet";

    private final String worker;
    private final WorkerBinding.Http binding;
    private final Invocation invocation;
    private final Means means;
    private final Redaction redaction;
    private final Optional<AwaitedAnswers.Place> place;

    /** Made by the call itself: a look at the blobs in the view may take long. */
    private InvocationRequest request;

    /** Of a worker that says how far it has come, once it is known where it goes on from. */
    private volatile Optional<LongWork> work = Optional.empty();

    /** The invocation's until the worker has a place for it, then the worker's. */
    private volatile Duration limit;

    private volatile Deadline deadline;
    private boolean hasPlace;

    /** What has come of it so far, as the rest of a sentence that ends in "but"; read by who keeps the time. */
    private volatile String standing = NOT_ASKED;

    private volatile Failure.Kind standingKind = Failure.Kind.OUTAGE;

    /**
     * What calls of one worker share.
     *
     * @param checkpoints absent for one that does not say how far it has come
     */
    record Means(
            HttpCaller caller,
            Semaphore places,
            Callbacks callbacks,
            Clock clock,
            Optional<Checkpoints> checkpoints,
            TimeLimit timeLimit) {}

    /** @param place where the worker may answer later, if anybody listens */
    HttpCall(
            String worker,
            WorkerBinding.Http binding,
            Invocation invocation,
            Means means,
            Optional<AwaitedAnswers.Place> place) {
        this.worker = worker;
        this.binding = binding;
        this.invocation = invocation;
        this.means = means;
        this.limit = means.timeLimit().untilTooLate(invocation.deadline());
        this.deadline = Deadline.in(limit);
        this.redaction = binding.endpoint().redaction();
        this.place = place;
    }

    private InvocationRequest request() {
        Optional<URI> base = means.callbacks().base().filter(url -> place.isPresent());
        JsonObject body = means.callbacks().withUrls(invocation);
        return new InvocationRequest(
                binding.endpoint(),
                invocation,
                work.map(begun -> begun.beside(body)).orElse(body).toString(),
                base.map(url -> InvocationRequest.callback(url, invocation, capability())),
                base.filter(url -> work.isPresent())
                        .map(url -> InvocationRequest.progress(url, invocation, capability())));
    }

    private String capability() {
        return place.orElseThrow().capability();
    }

    /** What is left until it is too late; while it waits for a place, at most what it has once it has one. */
    Duration left() {
        return work.map(LongWork::left)
                .orElseGet(() -> deadline.orIn(means.timeLimit().of(invocation)).left());
    }

    /** The answer, which says what it went on from. */
    Answer told(Answer answer) {
        return work.map(begun -> begun.told(answer)).orElse(answer);
    }

    /** @throws InterruptedException if somebody else has answered, or the runner is closed */
    Answer run() throws InterruptedException {
        if (!takesPlace()) {
            return awaitTheEnd();
        }
        try {
            standing = NOT_ASKED;
            limit = means.timeLimit().of(invocation);
            deadline = Deadline.in(limit);
            return begin();
        } finally {
            leavePlace();
        }
    }

    private Answer begin() throws InterruptedException {
        if (means.checkpoints().isEmpty()) {
            return ask();
        }
        try (LongWork begun = LongWork.begin(
                invocation, means.timeLimit(), means.checkpoints().get(), means.clock(), redaction)) {
            work = Optional.of(begun);
            place.ifPresent(laid -> laid.work().set(work));
            return told(ask());
        }
    }

    private Answer ask() throws InterruptedException {
        try {
            request = request();
        } catch (RuntimeException e) {
            return failed(
                    Failure.of(Failure.Kind.BUG, ""),
                    "",
                    "the request could not be made: " + redaction.redact(e.toString()));
        }
        Repeated<Reaction> repeated = binding.retry().repeat(deadline, this);
        return switch (repeated.result()) {
            case Reaction.Answered answered -> answered.answer();
            case Reaction.Failed failed -> failed(Failure.of(failed.kind(), ""), "", failed.why());
            case Reaction.Accepted accepted -> {
                standing = "it promised to call back (status 202), and did not";
                yield awaitTheEnd();
            }
            case Reaction.Overdue overdue -> awaitTheEnd();
            case Reaction.Retryable again ->
                switch (repeated.end()) {
                    case NO_TIME_LEFT ->
                        failed(
                                again.failure(),
                                "within " + Durations.spoken(limit),
                                again.why() + "; there was no time for another attempt after " + repeated.attempts());
                    case NO_ATTEMPTS_LEFT, DONE ->
                        failed(
                                again.failure(),
                                "",
                                again.why()
                                        + (repeated.attempts() == 1
                                                ? ""
                                                : "; this was the last of " + repeated.attempts() + " attempts"));
                };
        };
    }

    /** The answer where there is none when the time is over. */
    Answer late() {
        return failed(Failure.of(standingKind, ""), "within " + Durations.spoken(limit), standing);
    }

    /** Until the callback comes, or the time is over; either interrupts. */
    private static Answer awaitTheEnd() throws InterruptedException {
        new CountDownLatch(1).await();
        throw new IllegalStateException("Expected a wait without an end to have none.");
    }

    @Override
    public Reaction attempt(int number) throws InterruptedException {
        standingKind = Failure.Kind.RATE_LIMIT;
        standing = "the limit of all gateways that it counts against had no room for another request";
        // The first goes with the permit.
        Optional<Permit> permit = Permit.current();
        if (permit.isPresent() && !permit.get().request(deadline)) {
            return new Reaction.Overdue();
        }
        if (!takesPlace()) {
            return new Reaction.Overdue();
        }
        standing = "it was still at work";
        standingKind = Failure.Kind.TIMEOUT;
        try (RequestSpan span = RequestSpan.start("POST", binding.endpoint().url())
                .with(SpanAttributes.METHOD, "POST")
                .with(SpanAttributes.RESENT, number - 1L)) {
            HttpRequest attempt = request.at(means.clock().instant(), span.headers());
            return switch (span.told(
                    means.caller().send(attempt, deadline, binding.endpoint().outbound()))) {
                case Response response -> read(response);
                case NoResponse none -> noResponse(none);
            };
        } catch (RuntimeException e) {
            return new Reaction.Failed(
                    Failure.Kind.BUG, "the request could not be sent: " + redaction.redact(e.toString()));
        } finally {
            leavePlace();
        }
    }

    private boolean takesPlace() throws InterruptedException {
        standingKind = Failure.Kind.OUTAGE;
        standing = "all of its " + binding.requestsAtOnce() + " requests at once were taken by other invocations";
        hasPlace = hasPlace || means.places().tryAcquire(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
        return hasPlace;
    }

    private void leavePlace() {
        if (hasPlace) {
            hasPlace = false;
            means.places().release();
        }
    }

    @Override
    public Optional<Again> again(Reaction reaction) {
        return reaction instanceof Reaction.Retryable again ? Optional.of(new Again(again.pause())) : Optional.empty();
    }

    @Override
    public void beforePause(Reaction reaction, int number, Duration pause) {
        standing = ((Reaction.Retryable) reaction).why();
        standingKind = ((Reaction.Retryable) reaction).kind();
        LOG.debug("Asking worker {} again for {} in {}: {}.", worker, invocation.invocationId(), pause, standing);
    }

    private Reaction read(Response response) {
        try {
            return new ResponseReader(redaction, place.isPresent(), means.clock())
                    .read(response, invocation.invocationId());
        } catch (RuntimeException | StackOverflowError e) {
            return new Reaction.Failed(
                    Failure.Kind.INVALID, "its response could not be read: " + redaction.redact(e.toString()));
        }
    }

    private Reaction noResponse(NoResponse none) {
        String detail = redaction.redact(none.detail());
        return switch (none.reason()) {
            case OVERDUE -> new Reaction.Overdue();
            case NO_TLS ->
                new Reaction.Failed(
                        Failure.Kind.OUTAGE,
                        "no TLS connection came about: " + detail
                                + " (certificates are checked against the JVM's trust store)");
            case NO_CONNECTION_IN_TIME ->
                new Reaction.Retryable(Failure.Kind.OUTAGE, "no connection to it came about in time", Optional.empty());
            case UNREACHABLE ->
                new Reaction.Retryable(
                        Failure.Kind.OUTAGE, "there is no connection to it (" + detail + ")", Optional.empty());
            case REFUSED -> new Reaction.Failed(Failure.Kind.REFUSED, "it may not be called: " + detail);
            case BROKEN ->
                new Reaction.Retryable(Failure.Kind.OUTAGE, "the connection failed: " + detail, Optional.empty());
        };
    }

    private Answer failed(Failure how, String expected, String but) {
        String message = "Expected an answer from worker " + worker + " at "
                + binding.endpoint().place() + (expected.isEmpty() ? "" : " " + expected) + ", but " + but + ".";
        LOG.warn("{}", Quotes.leftOut(message));
        LOG.debug("{}", message);
        return Answer.failed(how.withMessage(message));
    }
}
