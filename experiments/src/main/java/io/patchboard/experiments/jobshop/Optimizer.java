package io.patchboard.experiments.jobshop;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;

/**
 * Searches for the earliest end of all that has not begun, with two threads: tabu search finds good schedules,
 * constraint programming proves how good they are, and finds the rest of small ones.
 */
final class Optimizer {

    /**
     * @param schedule the best that was found
     * @param bound no schedule ends earlier
     */
    record Optimized(Schedule schedule, int bound) {

        boolean proven() {
            return schedule.makespan() <= bound;
        }
    }

    /** Says so when a makespan is better than what was said before, and not too often. */
    private static final class Telling {

        private static final long PAUSE = Duration.ofSeconds(1).toNanos();
        private static final long SIGN_OF_LIFE = Duration.ofSeconds(15).toNanos();

        private final IntConsumer told;
        private int best;
        private long last = System.nanoTime();

        Telling(IntConsumer told, int best) {
            this.told = told;
            this.best = best;
        }

        int is(int makespan) {
            long since = System.nanoTime() - last;
            if (since >= (makespan < best ? PAUSE : SIGN_OF_LIFE)) {
                best = makespan;
                last = System.nanoTime();
                told.accept(makespan);
            }
            return makespan;
        }
    }

    private static final Duration AGAIN = Duration.ofMillis(20);

    private Optimizer() {}

    /**
     * @param first a possible one, to begin with
     * @param limit of the search; it ends earlier where nothing better can be found
     */
    static Optimized improve(Situation situation, Schedule first, Duration limit) throws InterruptedException {
        return improve(situation, first, limit, makespan -> {});
    }

    /**
     * @param told the best makespan so far: when there is a better one, at most once a second, and now and then
     */
    static Optimized improve(Situation situation, Schedule first, Duration limit, IntConsumer told)
            throws InterruptedException {
        Telling telling = new Telling(told, first.makespan());
        long deadline = System.nanoTime() + limit.toNanos();
        int least = LowerBound.of(situation);
        CpSat proof = new CpSat(situation, Set.copyOf(situation.instance().ops()), first);
        CompletableFuture<Optional<CpSat.Solution>> proving = new CompletableFuture<>();
        Thread thread = Thread.ofPlatform()
                .name("cp-sat")
                .start(() -> proving.completeAsync(() -> proof.solve(CpSat.Aim.MAKESPAN, limit, 1), Runnable::run));
        try {
            Schedule found = new TabuSearch(situation, first, 1)
                    .improve(makespan -> telling.is(makespan) <= least
                            || isProven(proving)
                            || System.nanoTime() - deadline >= 0
                            || Thread.currentThread().isInterrupted());
            end(proof, thread);
            Optional<CpSat.Solution> solved = proving.join();
            int bound = Math.max(least, solved.map(CpSat.Solution::bound).orElse(0));
            Schedule chosen = solved.map(CpSat.Solution::schedule)
                    .filter(other -> other.makespan() < found.makespan())
                    .orElse(found);
            return new Optimized(chosen, bound);
        } finally {
            end(proof, thread);
        }
    }

    /** Waits for it, too. A solver that is told to stop before it has begun does not hear it, so it is told again. */
    private static void end(CpSat proof, Thread thread) throws InterruptedException {
        do {
            proof.stop();
        } while (!thread.join(AGAIN));
    }

    private static boolean isProven(CompletableFuture<Optional<CpSat.Solution>> proving) {
        return proving.isDone() && proving.join().filter(CpSat.Solution::proven).isPresent();
    }
}
