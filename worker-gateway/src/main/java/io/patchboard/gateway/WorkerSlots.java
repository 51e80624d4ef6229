package io.patchboard.gateway;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Bounds what runs of one worker at once, so that a slow worker takes nothing from a quick one. What is too much runs
 * in the order in which it came.
 */
final class WorkerSlots extends Slots {

    private final int slots;
    private final Deque<Job> parked = new ArrayDeque<>();
    private int running;

    WorkerSlots(int slots, InFlight inFlight) {
        super(inFlight);
        this.slots = slots;
    }

    @Override
    synchronized void park(Job job) {
        parked.addLast(job);
    }

    @Override
    synchronized Optional<Start> takeStartable() {
        if (running >= slots || parked.isEmpty()) {
            return Optional.empty();
        }
        running++;
        return Optional.of(new Slot(parked.removeFirst()));
    }

    @Override
    synchronized Optional<Job> takeParked() {
        return Optional.ofNullable(parked.pollFirst());
    }

    /** A job in one of the slots. */
    private final class Slot implements Start {

        private final Job job;

        private Slot(Job job) {
            this.job = job;
        }

        @Override
        public Job job() {
            return job;
        }

        @Override
        public void end() {
            synchronized (WorkerSlots.this) {
                running--;
            }
        }
    }
}
