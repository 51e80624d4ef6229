package io.patchboard.standalone.cli.experiment;

import io.patchboard.experiments.alfworld.Games;
import io.patchboard.experiments.alfworld.TextGame;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.cli.base.Output;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** How fast games are played, by the time of one processor: commands that can be given, drawn from a seed. */
final class GameSpeed {

    private static final int GAMES = 40;
    private static final int STEPS = 300;

    /** The first two warm up. */
    private static final int ROUNDS = 4;

    private static final double NANOS = 1e9;

    /** A game, and what it is given. */
    private record Script(Games.Listed game, List<String> commands) {}

    private GameSpeed() {}

    static void measure(Games games, Output output) {
        Random luck = new Random(1);
        List<Script> scripts = games.all().stream()
                .limit(GAMES)
                .map(game -> new Script(game, commands(games.start(game), luck)))
                .toList();
        for (int round = 1; round <= ROUNDS; round++) {
            long steps = Math.round(scripts.size() * STEPS * NANOS / nanos(games, scripts));
            boolean counts = round > ROUNDS / 2;
            if (output.isJson() && counts) {
                output.item(JsonObject.builder()
                        .put("round", round)
                        .put("stepsPerSecond", steps)
                        .build());
            } else if (counts) {
                output.line("Round " + round + ": " + steps + " steps a second of one processor's time ("
                        + scripts.size() + " games, " + STEPS + " commands each).");
            }
        }
    }

    private static List<String> commands(TextGame game, Random luck) {
        List<String> commands = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            List<String> admissible = game.admissibleCommands();
            String command = admissible.get(luck.nextInt(admissible.size()));
            game.step(command);
            commands.add(command);
        }
        return commands;
    }

    private static long nanos(Games games, List<Script> scripts) {
        long nanos = 0;
        for (Script script : scripts) {
            TextGame game = games.start(script.game());
            long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            script.commands().forEach(game::step);
            nanos += ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin;
        }
        return nanos;
    }
}
