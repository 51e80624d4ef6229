package io.patchboard.experiments.jobshop;

import io.patchboard.experiments.episode.MemoryBoard;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/** Has something go wrong while a good schedule is carried out, and compares who mends it. */
public final class DisruptedTrial {

    /**
     * What became of one schedule, one incident and one arm.
     *
     * @param feasible the board is complete, and a check of its own finds nothing wrong with the schedule, nor that
     *     anything moved which had begun
     * @param by who made the schedule that came of it
     * @param before makespan before the incident
     * @param after makespan after the repair
     * @param moved operations that begin at another time: the edit radius
     * @param jobs that have such operations
     * @param inProgress how many of the moved ones are of jobs that had begun
     * @param radius of the last neighbourhood, in steps; 0 without one
     * @param growths how often the neighbourhood was too small
     * @param millis of the whole board, on which nothing is searched before the incident
     */
    public record Result(
            Shop shop,
            long seed,
            Arm arm,
            boolean feasible,
            String by,
            int before,
            int after,
            int moved,
            int jobs,
            int inProgress,
            long radius,
            int growths,
            long millis) {

        /** With the members of a row of the results. */
        public JsonObject json() {
            return JsonObject.builder()
                    .put("instance", shop.name())
                    .put("seed", seed)
                    .put("arm", arm.word())
                    .put("feasible", feasible)
                    .put("by", by)
                    .put("before", before)
                    .put("after", after)
                    .put("moved", moved)
                    .put("jobs", jobs)
                    .put("inProgress", inProgress)
                    .put("radius", radius)
                    .put("growths", growths)
                    .put("millis", millis)
                    .build();
        }
    }

    private final ShopBoard board;
    private final Shop shop;
    private final Schedule base;
    private final int seconds;

    private DisruptedTrial(ShopBoard board, Shop shop, Schedule base, int seconds) {
        this.board = board;
        this.shop = shop;
        this.base = base;
        this.seconds = seconds;
    }

    /**
     * Makes one schedule, and has each arm mend it after each of some incidents.
     *
     * @param seconds to search, for the schedule and for each attempt to mend it
     * @param seeds one incident each
     */
    public static List<Result> of(Json blueprint, Shop shop, int seconds, List<Long> seeds)
            throws InterruptedException {
        Schedule first = Dispatch.of(shop.instance());
        Situation begin = new Situation(shop.instance(), first, List.of(), 0);
        Schedule base =
                Optimizer.improve(begin, first, Duration.ofSeconds(seconds)).schedule();
        DisruptedTrial trial = new DisruptedTrial(new ShopBoard(blueprint), shop, base, seconds);
        List<Result> results = new ArrayList<>();
        for (long seed : seeds) {
            Incident incident = trial.incident(seed);
            for (Arm arm : Arm.values()) {
                results.add(trial.mended(incident, seed, arm));
            }
        }
        return results;
    }

    /** On any machine, in the first two thirds of the schedule, half to twice as long as an operation. */
    private Incident incident(long seed) {
        Random random = new Random(seed * 31 + shop.name().hashCode());
        int makespan = base.makespan();
        int usual = Math.max(2, shop.instance().total() / shop.instance().ops().size());
        return new Incident(
                random.nextBoolean() ? Incident.Kind.BREAKDOWN : Incident.Kind.DELAY,
                random.nextInt(shop.instance().machines()),
                1 + random.nextInt(makespan * 2 / 3),
                usual / 2 + random.nextInt(usual * 3 / 2 + 1));
    }

    private Result mended(Incident incident, long seed, Arm arm) {
        int deadline = shop.instance().total() + incident.units();
        long begun = System.nanoTime();
        MemoryBoard played = board.mendedBy(arm)
                .play(
                        ShopState.input(shop.instance(), List.of(incident), deadline, seconds),
                        ShopBoard.Special.begunWith(base));
        Situation last = ShopBoard.situation(played);
        List<Op> moved = last.schedule().movedFrom(base);
        Set<Integer> underWay =
                base.slots().keySet().stream().filter(last::begun).map(Op::job).collect(Collectors.toSet());
        List<WorkerInvoked> repairs = ShopBoard.invited(played, Role.REPAIR);
        return new Result(
                shop,
                seed,
                arm,
                ShopBoard.completed(played)
                        && ScheduleCheck.faults(last, deadline).isEmpty()
                        && last.schedule().keeps(base, incident.at()),
                ShopBoard.by(played),
                base.makespan(),
                last.schedule().makespan(),
                moved.size(),
                (int) moved.stream().map(Op::job).distinct().count(),
                (int) moved.stream().filter(op -> underWay.contains(op.job())).count(),
                repairs.isEmpty()
                        ? 0
                        : repairs.getLast()
                                .neighbourhood()
                                .map(near -> near.radius())
                                .orElse(0L),
                Math.max(0, repairs.size() - 1),
                (System.nanoTime() - begun) / 1_000_000);
    }
}
