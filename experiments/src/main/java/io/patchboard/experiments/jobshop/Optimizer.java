package io.patchboard.experiments.jobshop;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

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

    private Optimizer() {}

    /**
     * @param first a possible one, to begin with
     * @param limit of the search; it ends earlier where nothing better can be found
     */
    static Optimized improve(Situation situation, Schedule first, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        int least = LowerBound.of(situation);
        CpSat proof = new CpSat(situation, Set.copyOf(situation.instance().ops()), first);
        CompletableFuture<Optional<CpSat.Solution>> proving = new CompletableFuture<>();
        Thread thread = Thread.ofPlatform()
                .name("cp-sat")
                .start(() -> proving.completeAsync(() -> proof.solve(CpSat.Aim.MAKESPAN, limit, 1), Runnable::run));
        try {
            Schedule found = new TabuSearch(situation, first, 1)
                    .improve(makespan -> makespan <= least
                            || isProven(proving)
                            || System.nanoTime() - deadline >= 0
                            || Thread.currentThread().isInterrupted());
            proof.stop();
            thread.join();
            Optional<CpSat.Solution> solved = proving.join();
            int bound = Math.max(least, solved.map(CpSat.Solution::bound).orElse(0));
            Schedule chosen = solved.map(CpSat.Solution::schedule)
                    .filter(other -> other.makespan() < found.makespan())
                    .orElse(found);
            return new Optimized(chosen, bound);
        } finally {
            proof.stop();
        }
    }

    private static boolean isProven(CompletableFuture<Optional<CpSat.Solution>> proving) {
        return proving.isDone() && proving.join().filter(CpSat.Solution::proven).isPresent();
    }
}
