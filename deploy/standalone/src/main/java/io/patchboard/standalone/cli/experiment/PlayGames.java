package io.patchboard.standalone.cli.experiment;

import io.patchboard.experiments.alfworld.Games;
import io.patchboard.experiments.alfworld.TextGame;
import io.patchboard.experiments.pddl.PddlException;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.FieldException;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.screen.Text;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code experiment alfworld}. */
@Command(
        name = "alfworld",
        description = {
            "Plays text games of ALFWorld by their walkthroughs, and tells which reach their goals.",
            "With --play, plays one game with whoever types: a command a line, an observation a line. No language model is"
                    + " used."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 all reach their goals, with --play: this one did; 2 not; 1 no such games.",
            "",
            "Examples:",
            "  patchboard experiment alfworld",
            "  patchboard experiment alfworld --play pick_clean"
        })
final class PlayGames implements Callable<Integer> {

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "A folder with games.jsonl and the problems that it names. Default: six games"
                    + " that come along, one of each type of task.")
    private Optional<Path> data = Optional.empty();

    @Option(names = "--play", paramLabel = "GAME", description = "A game by its id, or by how the id begins.")
    private Optional<String> played = Optional.empty();

    @Mixin
    private OutputOptions options = new OutputOptions();

    /** What became of a walkthrough. */
    private record Result(Games.Listed game, int steps, boolean reached) {

        JsonObject json() {
            return JsonObject.builder()
                    .put("game", game.id())
                    .put("type", game.type())
                    .put("steps", steps)
                    .put("reached", reached)
                    .build();
        }
    }

    @Override
    public Integer call() {
        Output output = options.output();
        try {
            Games games = data.map(Games::in).orElseGet(Games::samples);
            return played.isPresent() ? play(games, played.get(), output) : walk(games, output);
        } catch (UncheckedIOException e) {
            throw CliException.failed("Expected a folder with games of ALFWorld, but a file is missing: "
                    + e.getCause().getMessage() + ".");
        } catch (PddlException | FieldException | IllegalArgumentException e) {
            throw CliException.failed("Expected games of ALFWorld, but: " + e.getMessage());
        }
    }

    private static int walk(Games games, Output output) {
        List<Result> results =
                games.all().stream().map(game -> walk(games, game)).toList();
        if (output.isJson()) {
            output.document(JsonObject.of(
                    "games",
                    JsonArray.copyOf(results.stream().<Json>map(Result::json).toList())));
        } else {
            Map<String, List<Result>> types = new TreeMap<>();
            results.forEach(result -> types.computeIfAbsent(result.game().type(), none -> new ArrayList<>())
                    .add(result));
            types.forEach((type, of) -> output.line(Text.printable(type + ": "
                    + of.stream().filter(Result::reached).count() + " of " + of.size() + " reach the goal, in "
                    + of.stream().mapToInt(Result::steps).sum() + " steps")));
        }
        return results.stream().allMatch(Result::reached) ? ExitCodes.OK : ExitCodes.NOT_COMPLETED;
    }

    /** It has to reach the goal by its last command, and not before. */
    private static Result walk(Games games, Games.Listed listed) {
        TextGame game = games.start(listed);
        int steps = 0;
        for (String command : listed.walkthrough()) {
            if (game.isDone() || !game.step(command).happened()) {
                return new Result(listed, steps, false);
            }
            steps++;
        }
        return new Result(listed, steps, game.isDone());
    }

    private static int play(Games games, String wanted, Output output) {
        Games.Listed listed = games.all().stream()
                .filter(game -> game.id().startsWith(wanted))
                .findFirst()
                .orElseThrow(() -> CliException.failed("Expected a game, but none has an id that begins with \""
                        + wanted + "\"; there are "
                        + games.all().stream().map(Games.Listed::id).limit(6).toList() + "."));
        TextGame game = games.start(listed);
        output.line(game.intro());
        try {
            BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            String command = "";
            while (!game.isDone() && command != null) {
                command = commands.readLine();
                if (command != null) {
                    tell(command, game.step(command), output);
                }
            }
        } catch (IOException e) {
            throw CliException.failed("Expected commands on stdin, but they cannot be read: " + e.getMessage());
        }
        output.line(game.isDone() ? "You have done it." : "The goal is not reached.");
        return game.isDone() ? ExitCodes.OK : ExitCodes.NOT_COMPLETED;
    }

    private static void tell(String command, TextGame.Observation seen, Output output) {
        output.line(seen.text());
        if (output.isJson()) {
            output.item(JsonObject.builder()
                    .put("command", command)
                    .put("observation", seen.text())
                    .put("happened", seen.happened())
                    .put("done", seen.done())
                    .build());
        }
    }
}
