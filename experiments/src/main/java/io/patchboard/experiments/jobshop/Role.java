package io.patchboard.experiments.jobshop;

import io.patchboard.experiments.episode.Edit;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;

/** The workers of the job shop. Each decides by its view and nothing else; no language model is among them. */
public enum Role {
    /** Plans by a dispatching rule. */
    PLANNER {
        @Override
        Reply reply(ShopView view, Situation situation) {
            Schedule schedule = Dispatch.of(situation.instance());
            return new Reply.Patch(Replanned.whole(situation, schedule, plan(schedule, "most work remaining")));
        }
    },

    /** Checks a plan, by code that shares nothing with what made it. */
    VALIDATOR {
        @Override
        Reply reply(ShopView view, Situation situation) {
            List<String> faults = ScheduleCheck.faults(situation, ShopState.number(view.state(), "deadline"));
            JsonObject verdict = JsonObject.builder()
                    .put("plan", number(view.itemPath()))
                    .put("valid", faults.isEmpty())
                    .put("errors", JsonArray.ofStrings(faults))
                    .build();
            return new Reply.Patch(JsonArray.of(Edit.add("/verdicts/-", verdict)));
        }
    },

    /** Searches for an earlier end. */
    OPTIMIZER {
        @Override
        Reply reply(ShopView view, Situation situation) throws InterruptedException {
            Optimizer.Optimized found = Optimizer.improve(situation, situation.schedule(), seconds(view), view.told());
            return new Reply.Patch(Replanned.machines(
                    situation,
                    found.schedule(),
                    plan(found.schedule(), "nothing ends before the bound").with("bound", Json.of(found.bound()))));
        }
    },

    /** Tells what goes wrong, when it goes wrong. */
    FLOOR {
        @Override
        Reply reply(ShopView view, Situation situation) {
            JsonArray upcoming = ShopState.array(view.state(), "upcoming");
            int told = situation.disruptions().size();
            if (told >= upcoming.size()) {
                return new Reply.Unable("Nothing more is going to go wrong.");
            }
            Disruption met = ShopState.incident((JsonObject) upcoming.get(told))
                    .meets(situation.instance(), situation.schedule());
            return new Reply.Patch(JsonArray.of(
                    Edit.add("/disruptions/-", ShopState.disruption(met)), Edit.replace("/now", Json.of(met.from()))));
        }
    },

    /** Makes the schedule possible again within its neighbourhood, and moves as little as it can. */
    REPAIR {
        @Override
        Reply reply(ShopView view, Situation situation) {
            Set<Op> movable = view.movable(situation.instance());
            int latest = acceptable(situation);
            Optional<CpSat.Solution> found = new CpSat(situation, movable, situation.schedule(), latest)
                    .solve(CpSat.Aim.FEWEST_MOVES, seconds(view), THREADS);
            return found.<Reply>map(solution -> new Reply.Patch(Replanned.operations(
                            situation,
                            solution.schedule(),
                            plan(
                                    solution.schedule(),
                                    "moves "
                                            + solution.schedule()
                                                    .movedFrom(situation.schedule())
                                                    .size() + " of " + movable.size() + " that it may"))))
                    .orElseGet(() -> new Reply.Unable("No schedule that ends by " + latest
                            + " comes of moving the " + movable.size()
                            + " operations of the neighbourhood, or none was found in time."));
        }
    },

    /** Plans everything anew that has not begun. */
    RECOMPUTE {
        @Override
        Reply reply(ShopView view, Situation situation) throws InterruptedException {
            boolean begun = situation.now() > 0;
            Schedule first = begun ? RightShift.of(situation) : Dispatch.of(situation.instance());
            Optimizer.Optimized found = Optimizer.improve(situation, first, seconds(view), view.told());
            return new Reply.Patch(Replanned.machines(situation, found.schedule(), plan(found.schedule(), "all anew")));
        }
    },

    /** Keeps the order of everything, and lets it be late. */
    SHIFT {
        @Override
        Reply reply(ShopView view, Situation situation) {
            Schedule shifted = RightShift.of(situation);
            return new Reply.Patch(Replanned.machines(situation, shifted, plan(shifted, "optimization skipped")));
        }
    };

    private static final int THREADS = 2;

    /** One part of so many. */
    private static final int LITTLE = 25;

    /**
     * @param view as the kernel builds it
     * @param told the makespan of the best schedule so far: when it is better, and every 15 seconds
     * @throws IllegalArgumentException if it shows no job shop
     */
    public Reply answer(JsonObject view, IntConsumer told) throws InterruptedException {
        return answer(ShopView.of(view).telling(told));
    }

    /** Whether it searches as long as it may. */
    public boolean searches() {
        return this == OPTIMIZER || this == RECOMPUTE;
    }

    Reply answer(ShopView view) throws InterruptedException {
        return reply(view, view.situation());
    }

    abstract Reply reply(ShopView view, Situation situation) throws InterruptedException;

    /** Its name in the blueprint. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    JsonObject plan(Schedule schedule, String note) {
        return JsonObject.builder()
                .put("by", word())
                .put("makespan", schedule.makespan())
                .put("note", note)
                .build();
    }

    /** No later than if everything were only late, and little later than before or than it has to be. */
    private static int acceptable(Situation situation) {
        int before = situation.schedule().makespan();
        return Math.min(
                RightShift.of(situation).makespan(), Math.max(before + before / LITTLE, LowerBound.of(situation)));
    }

    private static Duration seconds(ShopView view) {
        return Duration.ofSeconds(ShopState.number(view.state(), "seconds"));
    }

    private static int number(String path) {
        List<String> tokens = JsonPointer.parse(path).tokens();
        return Integer.parseInt(tokens.get(tokens.size() - 1));
    }
}
