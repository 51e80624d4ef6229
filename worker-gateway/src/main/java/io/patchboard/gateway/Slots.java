package io.patchboard.gateway;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bounds what runs at once. What is too much is parked, and costs nothing but its record and its lock.
 *
 * <p>Safe for use by several threads; a job starts on whichever of them finds room for it. A thread that starts jobs
 * which end at once goes on with the next in a loop, not by recursion.
 */
abstract class Slots {

    private static final Logger LOG = LoggerFactory.getLogger(Slots.class);

    private final InFlight inFlight;
    private final AtomicInteger starting = new AtomicInteger();

    /** Something to run, or to give back unrun. */
    interface Job {

        /** @return completes when it is over; what it throws instead ends it, and it is given back */
        CompletionStage<Void> run();

        void giveBack();

        /** Of its record. */
        int bytes();
    }

    /** A job that has what it needs. */
    interface Start {

        Job job();

        default CompletionStage<Void> run() {
            return job().run();
        }

        /** Takes back what it had. */
        void end();
    }

    Slots(InFlight inFlight) {
        this.inFlight = inFlight;
    }

    /** Has it wait its turn. */
    abstract void park(Job job);

    /** The next that there is room for. */
    abstract Optional<Start> takeStartable();

    /** Any that waits. */
    abstract Optional<Job> takeParked();

    /** Runs it as soon as there is room. */
    final void add(Job job) {
        inFlight.park(job.bytes());
        park(job);
        startWhatFits();
    }

    /** Gives back what is parked. */
    final void giveBackParked() {
        for (Optional<Job> job = takeParked(); job.isPresent(); job = takeParked()) {
            inFlight.drop(job.get().bytes());
            job.get().giveBack();
        }
    }

    final void startWhatFits() {
        if (starting.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        do {
            for (Optional<Start> start = takeStartable(); start.isPresent(); start = takeStartable()) {
                Start begun = start.get();
                inFlight.start(begun.job().bytes());
                run(begun).whenComplete((done, failure) -> ended(begun));
            }
            seen = starting.addAndGet(-seen);
        } while (seen != 0);
    }

    /** Nothing that a job throws may end the loop of the thread that starts jobs: no job would start any more. */
    private static CompletionStage<Void> run(Start start) {
        try {
            return start.run();
        } catch (Throwable e) {
            LOG.error("Expected an invocation to begin, but it failed. Given back.", e);
            start.job().giveBack();
            return CompletableFuture.completedFuture(null);
        }
    }

    private void ended(Start start) {
        start.end();
        inFlight.end();
        startWhatFits();
    }
}
