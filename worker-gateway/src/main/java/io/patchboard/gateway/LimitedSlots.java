package io.patchboard.gateway;

import io.patchboard.gateway.limit.Permit;
import io.patchboard.gateway.limit.Permits;
import io.patchboard.gateway.limit.Waiter;
import io.patchboard.gateway.limit.WaitingRoom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Bounds what runs at once of the workers that count against one limit of all gateways: by what this gateway may do of
 * the limit, and each worker by its own slots. Who waits is served in turn.
 */
final class LimitedSlots extends Slots implements WaitingRoom {

    private final Permits permits;
    private final Map<String, Deque<LimitedJob>> parked = new LinkedHashMap<>();
    private final Map<String, Integer> running = new HashMap<>();
    private final Map<String, Integer> parkedOf = new HashMap<>();
    private final Map<String, Integer> slotsOf = new HashMap<>();

    /** A job that counts against the limit. */
    interface LimitedJob extends Job {

        String boardId();

        String worker();

        /** Of its worker, in this gateway. */
        int slots();

        /** Who takes turns with others. */
        String turn();

        /** Whether it is too late to begin, or somebody else has it, so that running it takes no permit. */
        boolean isLate();

        CompletionStage<Void> run(Permit permit);
    }

    LimitedSlots(Permits permits, InFlight inFlight) {
        super(inFlight);
        this.permits = permits;
        permits.serve(this::startWhatFits, this);
    }

    /** How many more would run if the limit had room; others wait for their worker. */
    @Override
    public synchronized int count() {
        return parkedOf.entrySet().stream()
                .mapToInt(parked -> Math.min(
                        parked.getValue(), slotsOf.get(parked.getKey()) - running.getOrDefault(parked.getKey(), 0)))
                .sum();
    }

    @Override
    public synchronized List<Waiter> next(int most) {
        return parked.values().stream()
                .flatMap(turn -> startable(turn).stream())
                .limit(most)
                .map(job -> new Waiter(job.boardId(), job.worker()))
                .toList();
    }

    @Override
    synchronized void park(Job job) {
        LimitedJob limited = (LimitedJob) job;
        parked.computeIfAbsent(limited.turn(), turn -> new ArrayDeque<>()).addLast(limited);
        parkedOf.merge(limited.worker(), 1, Integer::sum);
        slotsOf.put(limited.worker(), limited.slots());
    }

    @Override
    synchronized Optional<Start> takeStartable() {
        for (Map.Entry<String, Deque<LimitedJob>> turn : parked.entrySet()) {
            Optional<LimitedJob> next = startable(turn.getValue());
            if (next.isPresent()) {
                return permits.take()
                        .<Start>map(permit -> began(turn.getKey(), next.get(), permit))
                        .or(this::takeLate);
            }
        }
        return takeLate();
    }

    private Optional<LimitedJob> startable(Deque<LimitedJob> jobs) {
        return jobs.stream()
                .filter(job -> running.getOrDefault(job.worker(), 0) < job.slots())
                .findFirst();
    }

    private Start began(String turn, LimitedJob job, Permit permit) {
        Deque<LimitedJob> jobs = parked.remove(turn);
        jobs.remove(job);
        parkedOf.merge(job.worker(), -1, Integer::sum);
        if (!jobs.isEmpty()) {
            // Behind the others, who come before it now.
            parked.put(turn, jobs);
        }
        running.merge(job.worker(), 1, Integer::sum);
        return new Permitted(job, permit);
    }

    private Optional<Start> takeLate() {
        return takeFirst(true).map(Late::new);
    }

    @Override
    synchronized Optional<Job> takeParked() {
        return takeFirst(false).map(Job.class::cast);
    }

    private Optional<LimitedJob> takeFirst(boolean onlyLate) {
        for (Iterator<Deque<LimitedJob>> turns = parked.values().iterator(); turns.hasNext(); ) {
            Deque<LimitedJob> jobs = turns.next();
            Optional<LimitedJob> found =
                    jobs.stream().filter(job -> !onlyLate || job.isLate()).findFirst();
            if (found.isPresent()) {
                jobs.remove(found.get());
                parkedOf.merge(found.get().worker(), -1, Integer::sum);
                if (jobs.isEmpty()) {
                    turns.remove();
                }
                return found;
            }
        }
        return Optional.empty();
    }

    /** A job that says that it is too late, which takes nothing. */
    private record Late(Job job) implements Start {

        @Override
        public void end() {
            // It had nothing.
        }
    }

    /** A job with a permit, in one of its worker's slots. */
    private final class Permitted implements Start {

        private final LimitedJob job;
        private final Permit permit;

        private Permitted(LimitedJob job, Permit permit) {
            this.job = job;
            this.permit = permit;
        }

        @Override
        public Job job() {
            return job;
        }

        @Override
        public CompletionStage<Void> run() {
            return job.run(permit);
        }

        @Override
        public void end() {
            synchronized (LimitedSlots.this) {
                running.merge(job.worker(), -1, Integer::sum);
            }
            permit.close();
        }
    }
}
