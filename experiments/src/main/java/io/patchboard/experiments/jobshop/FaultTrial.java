package io.patchboard.experiments.jobshop;

import io.patchboard.experiments.episode.Edit;
import io.patchboard.experiments.episode.MemoryBoard;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/** Has a planner answer with a schedule that is wrong, and counts who finds out (ALAS, section 4.2). */
public final class FaultTrial {

    /** What there is to find out with. */
    public enum Guard {
        INVARIANTS_AND_VALIDATOR(true, true, true),
        INVARIANTS_ALONE(true, false, true),
        VALIDATOR_ALONE(false, true, true),
        VALIDATOR_WITHOUT_REPAIR(false, true, false),
        NONE(false, false, true);

        private final boolean invariants;
        private final boolean validator;
        private final boolean repair;

        Guard(boolean invariants, boolean validator, boolean repair) {
            this.invariants = invariants;
            this.validator = validator;
            this.repair = repair;
        }

        /** As it stands in tables. */
        public String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * What became of the faults of one kind under one guard.
     *
     * @param injected boards with a fault
     * @param kept how many of them never had it: the kernel rejected it
     * @param found how many faults the validator reported, of those that it saw
     * @param seen how many it saw
     * @param sound boards that ended with a schedule in which nothing is wrong
     */
    public record Result(Guard guard, Fault fault, int injected, int kept, int seen, int found, int sound) {

        /** Whether nothing wrong got onto a board that has invariants, and all of these ended well. */
        public boolean asGuarded() {
            return !guard.invariants || (kept == injected && sound == injected);
        }

        /** With the members of a row of the results. */
        public JsonObject json() {
            return JsonObject.builder()
                    .put("guard", guard.words())
                    .put("fault", fault.words())
                    .put("injected", injected)
                    .put("kept", kept)
                    .put("seen", seen)
                    .put("found", found)
                    .put("sound", sound)
                    .build();
        }
    }

    private final Instance instance;
    private final int deadline;
    private final int seconds;

    private FaultTrial(Instance instance, int seconds) {
        this.instance = instance;
        this.deadline = 2 * Dispatch.of(instance).makespan();
        this.seconds = seconds;
    }

    /** @param count faults of each kind, for each guard the same */
    public static List<Result> of(Json blueprint, Instance instance, int seconds, int count, long seed) {
        FaultTrial trial = new FaultTrial(instance, seconds);
        ShopBoard with = new ShopBoard(blueprint);
        ShopBoard without = with.withoutInvariants();
        List<Result> results = new ArrayList<>();
        for (Guard guard : Guard.values()) {
            for (Fault fault : Fault.values()) {
                results.add(trial.counted(guard.invariants ? with : without, guard, fault, count, new Random(seed)));
            }
        }
        return results;
    }

    private Result counted(ShopBoard board, Guard guard, Fault fault, int count, Random random) {
        int kept = 0;
        int seen = 0;
        int found = 0;
        int sound = 0;
        for (int i = 0; i < count; i++) {
            Schedule wrong = fault.in(instance, Dispatch.of(instance), deadline, random);
            MemoryBoard played =
                    board.play(ShopState.input(instance, List.of(), deadline, seconds), special(guard, wrong));
            boolean rejected = !ShopBoard.rejected(played, Role.PLANNER).isEmpty();
            kept += rejected ? 1 : 0;
            seen += !rejected && guard.validator ? 1 : 0;
            found += !rejected && guard.validator && reported(played) ? 1 : 0;
            sound += ShopBoard.completed(played)
                            && ScheduleCheck.faults(ShopBoard.situation(played), deadline)
                                    .isEmpty()
                    ? 1
                    : 0;
        }
        return new Result(guard, fault, count, kept, seen, found, sound);
    }

    /** The planner is wrong once; the optimizer leaves things as they are, so that nothing is mended by chance. */
    private ShopBoard.Special special(Guard guard, Schedule wrong) {
        AtomicBoolean wasWrong = new AtomicBoolean();
        return (role, view) -> switch (role) {
            case PLANNER ->
                wasWrong.getAndSet(true)
                        ? Optional.empty()
                        : Optional.of(Replanned.whole(view.situation(), wrong, role.plan(wrong, "wrong")));
            case OPTIMIZER -> {
                Situation as = view.situation();
                yield Optional.of(Replanned.machines(as, as.schedule(), role.plan(as.schedule(), "as it was")));
            }
            case VALIDATOR -> guard.validator ? Optional.empty() : Optional.of(approval(view));
            case RECOMPUTE, REPAIR, SHIFT -> guard.repair ? Optional.empty() : Optional.of(JsonArray.EMPTY);
            case FLOOR -> Optional.empty();
        };
    }

    private static JsonArray approval(ShopView view) {
        return JsonArray.of(Edit.add(
                "/verdicts/-",
                JsonObject.builder()
                        .put("plan", ShopState.array(view.state(), "plans").size() - 1)
                        .put("valid", true)
                        .put("errors", JsonArray.EMPTY)
                        .build()));
    }

    private static boolean reported(MemoryBoard board) {
        return ShopState.array((JsonObject) board.board().state(), "verdicts").stream()
                .anyMatch(verdict -> ((JsonObject) verdict).get("valid").equals(Optional.of(Json.of(false))));
    }
}
