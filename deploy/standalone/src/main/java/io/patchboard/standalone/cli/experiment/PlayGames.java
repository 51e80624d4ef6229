package io.patchboard.standalone.cli.experiment;

import io.patchboard.experiments.alfworld.Games;
import io.patchboard.experiments.alfworld.TextGame;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.screen.Text;
import io.patchboard.text.FileTrouble;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Games without a team: by their walkthroughs, or with whoever types. */
final class PlayGames {

    private PlayGames() {}

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

    /** @return the command's exit code */
    static int walk(Games games, Output output) {
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

    /** @return the command's exit code */
    static int play(Games games, String wanted, Output output) {
        Games.Listed listed = games.all().stream()
                .filter(game -> game.id().startsWith(wanted))
                .findFirst()
                .orElseThrow(() -> CliException.failed("Expected a game, but none has an id that begins with \""
                        + wanted + "\"; there are "
                        + oneOfEach(games) + "."));
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
            throw CliException.failed("Expected commands on stdin, but " + FileTrouble.of(e) + ".");
        }
        output.line(game.isDone() ? "You have done it." : "The goal is not reached.");
        return game.isDone() ? ExitCodes.OK : ExitCodes.NOT_COMPLETED;
    }

    /** A name for a game of each type, as far as it has to be typed. */
    private static Collection<String> oneOfEach(Games games) {
        Map<String, String> types = new TreeMap<>();
        games.all().forEach(game -> types.putIfAbsent(game.type(), game.id()));
        return types.values();
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
