package io.patchboard.experiments.jobshop;

import io.patchboard.experiments.episode.MemoryBoard;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.PatchCommitted;
import java.util.List;

/** Plans instances on boards and compares what comes of it with the best known bounds. */
public final class StaticTrial {

    /**
     * What became of one.
     *
     * @param feasible the board is complete, and a check of its own finds nothing wrong with the schedule
     * @param planned the makespan of the first plan
     * @param makespan of the last
     * @param bound nothing ends earlier, as was proven here
     * @param millis of the whole board
     */
    public record Result(Shop shop, boolean feasible, int planned, int makespan, int bound, long millis) {

        /** How much later it ends than the best known schedule, as a share. */
        public double gapToUpper() {
            return (makespan - shop.upper()) / (double) shop.upper();
        }

        /** How much later it ends than the best known lower bound, as a share. */
        public double gapToLower() {
            return (makespan - shop.lower()) / (double) shop.lower();
        }

        /** Whether nothing ends earlier, as was proven here or by others. */
        public boolean optimal() {
            return feasible && makespan <= Math.max(bound, shop.lower());
        }

        public boolean provenHere() {
            return feasible && makespan <= bound;
        }

        /** With the members of a row of the results. */
        public JsonObject json() {
            return JsonObject.builder()
                    .put("instance", shop.name())
                    .put("suite", shop.suite())
                    .put("jobs", shop.instance().jobs().size())
                    .put("machines", shop.instance().machines())
                    .put("feasible", feasible)
                    .put("planned", planned)
                    .put("makespan", makespan)
                    .put("boundHere", bound)
                    .put("lower", shop.lower())
                    .put("upper", shop.upper())
                    .put("millis", millis)
                    .build();
        }
    }

    private StaticTrial() {}

    /**
     * Plans, checks and optimizes one.
     *
     * @param blueprint of the job shop
     * @param seconds to search for a better plan
     */
    public static Result of(Json blueprint, Shop shop, int seconds) {
        long begun = System.nanoTime();
        int deadline = shop.instance().total();
        MemoryBoard board = new ShopBoard(blueprint)
                .play(ShopState.input(shop.instance(), List.of(), deadline, seconds), ShopBoard.Special.NONE);
        Situation last = ShopBoard.situation(board);
        boolean feasible = ShopBoard.completed(board)
                && ScheduleCheck.faults(last, deadline).isEmpty();
        return new Result(
                shop,
                feasible,
                said(board, Role.PLANNER, "makespan"),
                last.schedule().makespan(),
                Math.max(LowerBound.of(last), said(board, Role.OPTIMIZER, "bound")),
                (System.nanoTime() - begun) / 1_000_000);
    }

    /** What a role's last plan says; 0 without one. */
    private static int said(MemoryBoard board, Role role, String member) {
        List<PatchCommitted> plans = ShopBoard.committed(board, role);
        return plans.isEmpty() ? 0 : ShopState.number(plan(plans.getLast()), member);
    }

    /** The plan that a patch adds. */
    private static JsonObject plan(PatchCommitted committed) {
        return committed.patch() instanceof JsonArray operations
                ? (JsonObject) ((JsonObject) operations.get(operations.size() - 1))
                        .get("value")
                        .orElse(JsonObject.EMPTY)
                : JsonObject.EMPTY;
    }
}
