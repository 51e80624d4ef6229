package io.patchboard.faults.world;

import io.patchboard.faults.board.Kernel;
import io.patchboard.faults.dice.Dice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** States that random honest commits have led to, with a worker's turn open in each: where faults are injected. */
public final class ReachedStates {

    private static final int RUNS_PER_CASE = 3;
    private static final int MOST_STEPS = 200;

    private final Map<World, List<Reached>> byWorld = new LinkedHashMap<>();

    public ReachedStates(Kernel kernel, long seed) {
        for (World world : Worlds.all()) {
            List<Reached> reached = new ArrayList<>();
            for (int i = 0; i < world.cases().size() * RUNS_PER_CASE; i++) {
                Case situation = world.cases().get(i % world.cases().size());
                Dice dice = Dice.of(seed, "reach", world.name(), i);
                HonestTeam team = new HonestTeam(kernel, world, situation, world.name() + "-" + i, dice);
                for (int step = 0; step < MOST_STEPS && !team.over(); step++) {
                    if (!team.board().board().open().isEmpty()) {
                        reached.add(team.reached());
                    }
                    team.step();
                }
            }
            byWorld.put(world, List.copyOf(reached));
        }
    }

    /** One of a random world's states. */
    public Reached any(Dice dice) {
        return where(dice, reached -> true);
    }

    /** One of a random world's states in which the worker who adds claims has a turn. */
    public Reached withClaimant(Dice dice) {
        return where(
                dice, reached -> !reached.openFor(reached.world().claimant()).isEmpty());
    }

    private Reached where(Dice dice, Predicate<Reached> wanted) {
        List<Reached> some = byWorld.get(dice.pick(List.copyOf(byWorld.keySet())));
        return dice.pick(some.stream().filter(wanted).toList());
    }

    public List<Reached> all() {
        return byWorld.values().stream().flatMap(List::stream).toList();
    }
}
