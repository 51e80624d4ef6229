package io.patchboard.gateway;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bounds what runs of one worker at once, so that a slow worker takes nothing from a quick one. What is too much is
 * parked in the order in which it came, and costs nothing but its record and its lock.
 *
 * <p>Safe for use by several threads; a job starts on whichever of them finds room for it. A thread that starts jobs
 * which end at once goes on with the next in a loop, not by recursion.
 */
final class WorkerSlots {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerSlots.class);

    private final int slots;
    private final InFlight inFlight;
    private final Deque<Job> parked = new ArrayDeque<>();
    private final AtomicInteger starting = new AtomicInteger();
    private int running;

    /** Something to run, or to give back unrun. */
    interface Job {

        /** @return completes when it is over; what it throws instead ends it, and it is given back */
        CompletionStage<Void> run();

        void giveBack();

        /** Of its record. */
        int bytes();
    }

    WorkerSlots(int slots, InFlight inFlight) {
        this.slots = slots;
        this.inFlight = inFlight;
    }

    /** Runs it as soon as there is room. */
    void add(Job job) {
        inFlight.park(job.bytes());
        synchronized (this) {
            parked.addLast(job);
        }
        startWhatFits();
    }

    /** Gives back what is parked. */
    void giveBackParked() {
        for (Optional<Job> job = takeParked(); job.isPresent(); job = takeParked()) {
            inFlight.drop(job.get().bytes());
            job.get().giveBack();
        }
    }

    private void startWhatFits() {
        if (starting.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        do {
            for (Optional<Job> job = takeStartable(); job.isPresent(); job = takeStartable()) {
                inFlight.start(job.get().bytes());
                run(job.get()).whenComplete((done, failure) -> ended());
            }
            seen = starting.addAndGet(-seen);
        } while (seen != 0);
    }

    /** Nothing that a job throws may end the loop of the thread that starts jobs: no job would start any more. */
    private static CompletionStage<Void> run(Job job) {
        try {
            return job.run();
        } catch (Throwable e) {
            LOG.error("Expected an invocation to begin, but it failed. Given back.", e);
            job.giveBack();
            return CompletableFuture.completedFuture(null);
        }
    }

    private void ended() {
        synchronized (this) {
            running--;
        }
        inFlight.end();
        startWhatFits();
    }

    private synchronized Optional<Job> takeStartable() {
        if (running >= slots || parked.isEmpty()) {
            return Optional.empty();
        }
        running++;
        return Optional.of(parked.removeFirst());
    }

    private synchronized Optional<Job> takeParked() {
        return Optional.ofNullable(parked.pollFirst());
    }
}
