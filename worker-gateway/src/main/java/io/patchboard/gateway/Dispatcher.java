package io.patchboard.gateway;

import io.patchboard.gateway.runner.Runner;
import io.patchboard.gateway.source.Delivery;
import io.patchboard.gateway.source.InvocationDecoder;
import io.patchboard.gateway.submit.ProposalSubmitter;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.registry.RegistryUnavailableException;
import java.time.Clock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leads one delivery through the gateway: decode, find the worker, run it, submit its answer, and acknowledge only
 * then. Used by one thread; what takes long goes on elsewhere.
 */
final class Dispatcher {

    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
    private static final int MOST_NAMES_TO_REMEMBER = 1_000;

    private final InvocationDecoder decoder;
    private final Runners runners;
    private final ProposalSubmitter submitter;
    private final Clock clock;
    private final InFlight inFlight;
    private final Map<String, WorkerSlots> slots = new HashMap<>();
    private final Set<String> notServed = new HashSet<>();

    Dispatcher(
            InvocationDecoder decoder, Runners runners, ProposalSubmitter submitter, Clock clock, InFlight inFlight) {
        this.decoder = decoder;
        this.runners = runners;
        this.submitter = submitter;
        this.clock = clock;
        this.inFlight = inFlight;
    }

    /** Runs it, now or when its worker has room; in the end the delivery is acknowledged or released. */
    void dispatch(Delivery delivery) {
        Optional<Invocation> decoded;
        try {
            decoded = decode(delivery);
        } catch (RegistryUnavailableException e) {
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
        slots.computeIfAbsent(invocation.worker(), worker -> new WorkerSlots(runners.slots(worker), inFlight))
                .add(new Work(delivery, invocation, runner.get()));
    }

    /** Gives back all that has not begun. */
    void giveBackParked() {
        slots.values().forEach(WorkerSlots::giveBackParked);
    }

    /** One delivery whose worker is known. */
    private final class Work implements WorkerSlots.Job {

        private final Delivery delivery;
        private final Invocation invocation;
        private final Runner runner;

        private Work(Delivery delivery, Invocation invocation, Runner runner) {
            this.delivery = delivery;
            this.invocation = invocation;
            this.runner = runner;
        }

        @Override
        public CompletionStage<Void> run() {
            return work(delivery, invocation, runner);
        }

        @Override
        public void giveBack() {
            delivery.release();
        }

        @Override
        public int bytes() {
            return delivery.value().length;
        }
    }

    private CompletionStage<Void> work(Delivery delivery, Invocation invocation, Runner runner) {
        if (isLate(invocation)) {
            delivery.ack();
            return CompletableFuture.completedFuture(null);
        }
        return run(runner, invocation)
                .thenCompose(answer -> submitter.submit(invocation, answer))
                .handle((submitted, failure) -> {
                    if (failure == null) {
                        delivery.ack();
                    } else {
                        LOG.warn(
                                "Expected invocation {} of board {} to be answered by worker {}, but: {}. Given back.",
                                invocation.invocationId(),
                                invocation.boardId(),
                                invocation.worker(),
                                failure.toString());
                        delivery.release();
                    }
                    return null;
                });
    }

    /** A runner does not throw, but the JVM may, where it has no memory for one more thread. */
    private static CompletionStage<Answer> run(Runner runner, Invocation invocation) {
        try {
            return runner.run(invocation);
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Empty for what never will be an invocation. */
    private Optional<Invocation> decode(Delivery delivery) throws RegistryUnavailableException {
        try {
            return Optional.of(new Invocation(decoder.decode(delivery.value())));
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

    private boolean isLate(Invocation invocation) {
        boolean late = !clock.instant().isBefore(invocation.deadline());
        if (late) {
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
