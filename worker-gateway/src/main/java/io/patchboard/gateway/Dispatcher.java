package io.patchboard.gateway;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.patchboard.gateway.limit.Permit;
import io.patchboard.gateway.limit.Permits;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
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

    private final Reading reading;
    private final Runners runners;
    private final Seals seals;
    private final ProposalSubmitter submitter;
    private final Clock clock;
    private final InFlight inFlight;
    private final GatewayMeters meters;
    private final Tracing tracing;
    private final Map<String, WorkerSlots> slots = new HashMap<>();
    private final Map<Permits, LimitedSlots> limited = new HashMap<>();
    private final ConcurrentMap<InvocationKey, Work> known = new ConcurrentHashMap<>();

    Dispatcher(
            InvocationDecoder decoder,
            Runners runners,
            Seals seals,
            ProposalSubmitter submitter,
            Clock clock,
            InFlight inFlight,
            GatewayMeters meters,
            Tracing tracing) {
        this.reading = new Reading(decoder);
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
            decoded = reading.read(delivery);
        } catch (RegistryUnavailableException e) {
            if (!e.isTransient()) {
                throw new UnusableSourceException(
                        "Expected to read the invocation at " + delivery.position() + ", but: " + e.getMessage()
                                + " The gateway ends; the invocation is left for one that can read it.",
                        e);
            }
            reading.noteGivenBack(delivery, e);
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
            reading.noteNotServed(invocation.worker());
            delivery.ack();
            return;
        }
        if (isLate(invocation)) {
            delivery.ack();
            return;
        }
        Work work = new Work(delivery, invocation, runner.get());
        if (!joins(work)) {
            slots(work).add(work);
        }
    }

    private Slots slots(Work work) {
        return work.permits
                .<Slots>map(permits -> limited.computeIfAbsent(permits, one -> new LimitedSlots(one, inFlight)))
                .orElseGet(() -> slots.computeIfAbsent(
                        work.worker(), worker -> new WorkerSlots(runners.slots(worker), inFlight)));
    }

    private boolean joins(Work work) {
        Work first = known.merge(work.key, work, (there, again) -> {
            there.deliveries.addAll(again.deliveries);
            there.deliveries.removeIf(one -> one.isLost() && !again.deliveries.contains(one));
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
        slots.values().forEach(Slots::giveBackParked);
        limited.values().forEach(Slots::giveBackParked);
    }

    /** An invocation whose worker is known, and its deliveries, usually one; what is lost goes when it comes again. */
    private final class Work implements LimitedSlots.LimitedJob {

        private final List<Delivery> deliveries = new CopyOnWriteArrayList<>();
        private final Invocation invocation;
        private final InvocationKey key;
        private final Runner runner;
        private final Optional<Permits> permits;

        private Work(Delivery delivery, Invocation invocation, Runner runner) {
            this.deliveries.add(delivery);
            this.invocation = invocation;
            this.key = new InvocationKey(invocation.boardId(), invocation.invocationId());
            this.runner = runner;
            this.permits = runners.limit(invocation.worker(), invocation.boardId());
        }

        @Override
        public String boardId() {
            return invocation.boardId();
        }

        @Override
        public String worker() {
            return invocation.worker();
        }

        @Override
        public int slots() {
            return runners.slots(worker());
        }

        @Override
        public String turn() {
            return permits.orElseThrow().limit().fairBy().of(invocation);
        }

        @Override
        public boolean isLate() {
            return !clock.instant().isBefore(invocation.deadline()) || Delivery.areLost(deliveries);
        }

        @Override
        public CompletionStage<Void> run() {
            return run(Optional.empty());
        }

        @Override
        public CompletionStage<Void> run(Permit permit) {
            return run(Optional.of(permit));
        }

        private CompletionStage<Void> run(Optional<Permit> permit) {
            // What begins without the permit that it takes was lost; it may have come again since, and will once more.
            if (isLate() || permits.isPresent() && permit.isEmpty()) {
                settle(Dispatcher.this.isLate(invocation) ? Delivery::ack : Delivery::release);
                return CompletableFuture.completedFuture(null);
            }
            Span span = DeliveryTrace.start(tracing, deliveries.get(0), invocation);
            Context context =
                    tracing.in(DeliveryTrace.context(deliveries.get(0)).with(span));
            Context permitted = permit.map(given -> given.in(context)).orElse(context);
            try (Scope scope = permitted.makeCurrent()) {
                return run(span, context, () -> permit.ifPresent(Permit::close));
            }
        }

        private CompletionStage<Void> run(Span span, Context context, Runnable answered) {
            long begun = System.nanoTime();
            return asked(runner, invocation)
                    .whenComplete((answer, failure) -> {
                        answered.run();
                        if (answer != null) {
                            meters.ran(invocation.worker(), answer, Duration.ofNanos(System.nanoTime() - begun));
                            answer.failure()
                                    .ifPresent(why -> failed(span, why.kind().word()));
                        }
                    })
                    .thenCompose(answer ->
                            submitter.submit(invocation, answer, context).thenApply(stored -> answer))
                    .whenComplete((stored, failure) -> {
                        if (failure != null) {
                            failed(span, "given-back");
                        }
                        span.end();
                    })
                    // Not on the producer's thread: the next job may begin here, and wait for that thread.
                    .handleAsync(this::ended, Thread::startVirtualThread);
        }

        private static void failed(Span span, String how) {
            span.setStatus(StatusCode.ERROR).setAttribute(SpanAttributes.ERROR, how);
        }

        private Void ended(Answer answer, Throwable failure) {
            if (failure != null) {
                try (LogContext log = log(this)) {
                    LOG.warn(
                            "Expected invocation {} of board {} to be answered by worker {}, but: {}. Given back.",
                            invocation.invocationId(),
                            invocation.boardId(),
                            invocation.worker(),
                            failure.toString());
                }
            }
            meters.ended(invocation.worker(), Optional.ofNullable(answer));
            settle(failure == null ? Delivery::ack : Delivery::release);
            return null;
        }

        @Override
        public void giveBack() {
            settle(Delivery::release);
        }

        /** Nothing joins after the removal, which waits for what joins; what joined what is lost comes again. */
        private void settle(Consumer<Delivery> outcome) {
            known.remove(key, this);
            deliveries.forEach(outcome);
        }

        @Override
        public int bytes() {
            return deliveries.get(0).value().length;
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

    private static LogContext log(Work work) {
        return LogContext.of(DeliveryTrace.context(work.deliveries.get(0)), work.invocation.entry());
    }

    private boolean isLate(Invocation invocation) {
        boolean late = !clock.instant().isBefore(invocation.deadline());
        if (late) {
            meters.late(invocation.worker());
            reading.noteLate(invocation);
        }
        return late;
    }
}
