package io.patchboard.gateway;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.patchboard.gateway.runner.Runner;
import io.patchboard.gateway.source.Delivery;
import io.patchboard.gateway.source.DeliveryTrace;
import io.patchboard.gateway.source.InvocationDecoder;
import io.patchboard.gateway.source.UnusableSourceException;
import io.patchboard.gateway.submit.ProposalSubmitter;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.registry.RegistryUnavailableException;
import io.patchboard.tracing.LogContext;
import io.patchboard.tracing.SpanAttributes;
import io.patchboard.tracing.Tracing;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leads one delivery through the gateway: decode, find the worker, run it, submit its answer, and acknowledge only
 * then. Used by one thread; what takes long goes on elsewhere.
 *
 * <p>A delivery whose invocation is in the gateway already joins it: after a time without the broker a source may have
 * lost a record, and get it again, while its worker goes on.
 */
final class Dispatcher {

    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
    private static final int MOST_NAMES_TO_REMEMBER = 1_000;

    private final InvocationDecoder decoder;
    private final Runners runners;
    private final Seals seals;
    private final ProposalSubmitter submitter;
    private final Clock clock;
    private final InFlight inFlight;
    private final GatewayMeters meters;
    private final Tracing tracing;
    private final Map<String, WorkerSlots> slots = new HashMap<>();
    private final ConcurrentMap<InvocationKey, Work> known = new ConcurrentHashMap<>();

    private final Set<String> notServed = new HashSet<>();

    Dispatcher(
            InvocationDecoder decoder,
            Runners runners,
            Seals seals,
            ProposalSubmitter submitter,
            Clock clock,
            InFlight inFlight,
            GatewayMeters meters,
            Tracing tracing) {
        this.decoder = decoder;
        this.runners = runners;
        this.seals = seals;
        this.submitter = submitter;
        this.clock = clock;
        this.inFlight = inFlight;
        this.meters = meters;
        this.tracing = tracing;
    }

    private record InvocationKey(String board, String invocation) {}

    /**
     * Runs it, now or when its worker has room; in the end the delivery is acknowledged or released.
     *
     * @throws UnusableSourceException if invocations cannot be read as this gateway is configured
     */
    void dispatch(Delivery delivery) {
        Optional<Invocation> decoded;
        try {
            decoded = decode(delivery);
        } catch (RegistryUnavailableException e) {
            if (!e.isTransient()) {
                throw new UnusableSourceException(
                        "Expected to read the invocation at " + delivery.position() + ", but: " + e.getMessage()
                                + " The gateway ends; the invocation is left for one that can read it.",
                        e);
            }
            LOG.warn("Expected to read the invocation at {}, but: {} Given back.", delivery.position(), e.getMessage());
            delivery.release();
            return;
        }
        if (decoded.isEmpty()) {
            delivery.ack();
            return;
        }
        Invocation invocation = decoded.get();
        Optional<Runner> runner = runners.of(invocation.worker());
        if (runner.isEmpty()) {
            noteNotServed(invocation.worker());
            delivery.ack();
            return;
        }
        if (isLate(invocation)) {
            delivery.ack();
            return;
        }
        Work work = new Work(delivery, invocation, runner.get());
        if (!joins(work)) {
            slots.computeIfAbsent(invocation.worker(), worker -> new WorkerSlots(runners.slots(worker), inFlight))
                    .add(work);
        }
    }

    private boolean joins(Work work) {
        Work first = known.merge(work.key(), work, (there, again) -> {
            there.deliveries.add(again.deliveries.get(0));
            return there;
        });
        if (first != work) {
            try (LogContext log = log(work)) {
                LOG.info(
                        "Invocation {} of board {} came again while worker {} has it; it is not run twice.",
                        work.invocation.invocationId(),
                        work.invocation.boardId(),
                        work.invocation.worker());
            }
        }
        return first != work;
    }

    /** Gives back all that has not begun. */
    void giveBackParked() {
        slots.values().forEach(WorkerSlots::giveBackParked);
    }

    /** An invocation whose worker is known, and its deliveries, usually one. */
    private final class Work implements WorkerSlots.Job {

        private final List<Delivery> deliveries = new ArrayList<>();
        private final Invocation invocation;
        private final Runner runner;
        private final int bytes;

        private Work(Delivery delivery, Invocation invocation, Runner runner) {
            this.deliveries.add(delivery);
            this.invocation = invocation;
            this.runner = runner;
            this.bytes = delivery.value().length;
        }

        private InvocationKey key() {
            return new InvocationKey(invocation.boardId(), invocation.invocationId());
        }

        @Override
        public CompletionStage<Void> run() {
            if (isLate(invocation)) {
                settle(Delivery::ack);
                return CompletableFuture.completedFuture(null);
            }
            Span span = DeliveryTrace.start(tracing, deliveries.get(0), invocation);
            Context context =
                    tracing.in(DeliveryTrace.context(deliveries.get(0)).with(span));
            try (Scope scope = context.makeCurrent()) {
                return run(span, context);
            }
        }

        private CompletionStage<Void> run(Span span, Context context) {
            long begun = System.nanoTime();
            return asked(runner, invocation)
                    .whenComplete((answer, failure) -> {
                        if (answer != null) {
                            meters.answered(invocation.worker(), answer, Duration.ofNanos(System.nanoTime() - begun));
                            answer.failure()
                                    .ifPresent(why -> failed(span, why.kind().word()));
                        }
                    })
                    .thenCompose(answer -> submitter.submit(invocation, answer, context))
                    .whenComplete((submitted, failure) -> {
                        if (failure != null) {
                            failed(span, "given-back");
                        }
                        span.end();
                    })
                    // Not on the producer's thread, which sends for everybody: the next job may begin here, and wait
                    // for that thread.
                    .handleAsync(this::ended, Thread::startVirtualThread);
        }

        private static void failed(Span span, String how) {
            span.setStatus(StatusCode.ERROR).setAttribute(SpanAttributes.ERROR, how);
        }

        private Void ended(Void submitted, Throwable failure) {
            if (failure == null) {
                settle(Delivery::ack);
            } else {
                try (LogContext log = log(this)) {
                    LOG.warn(
                            "Expected invocation {} of board {} to be answered by worker {}, but: {}. Given back.",
                            invocation.invocationId(),
                            invocation.boardId(),
                            invocation.worker(),
                            failure.toString());
                }
                meters.givenBack(invocation.worker());
                settle(Delivery::release);
            }
            return null;
        }

        @Override
        public void giveBack() {
            settle(Delivery::release);
        }

        /** Nothing joins after the removal, which waits for what joins. */
        private void settle(Consumer<Delivery> outcome) {
            known.remove(key(), this);
            deliveries.forEach(outcome);
        }

        @Override
        public int bytes() {
            return bytes;
        }
    }

    /** A runner does not throw, but the JVM may, where it has no memory for one more thread. */
    private CompletionStage<Answer> asked(Runner runner, Invocation invocation) {
        try {
            return seals.run(runner, invocation);
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Empty for what never will be an invocation. */
    private Optional<Invocation> decode(Delivery delivery) throws RegistryUnavailableException {
        try {
            return Optional.of(decoder.decode(delivery.value()));
        } catch (RegistryUnavailableException e) {
            throw e;
        } catch (Exception | StackOverflowError e) {
            LOG.warn("Expected an invocation at {}, but: {} It is skipped.", delivery.position(), e.getMessage());
            return Optional.empty();
        }
    }

    private void noteNotServed(String worker) {
        if (notServed.size() < MOST_NAMES_TO_REMEMBER && notServed.add(worker)) {
            LOG.info(
                    "Leaving the invocations of worker {} to others; this gateway's workers file does not name it.",
                    worker);
        }
    }

    private static LogContext log(Work work) {
        return LogContext.of(DeliveryTrace.context(work.deliveries.get(0)), work.invocation.entry());
    }

    private boolean isLate(Invocation invocation) {
        boolean late = !clock.instant().isBefore(invocation.deadline());
        if (late) {
            meters.late(invocation.worker());
            LOG.debug(
                    "Skipping invocation {} of board {} for worker {}: its deadline {} is over.",
                    invocation.invocationId(),
                    invocation.boardId(),
                    invocation.worker(),
                    invocation.deadline());
        }
        return late;
    }
}
