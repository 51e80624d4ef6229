package io.patchboard.experiments.household;

import io.patchboard.experiments.alfworld.Games;
import io.patchboard.experiments.alfworld.TextGame;
import io.patchboard.experiments.episode.Edit;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/**
 * A game as a worker. It keeps nothing: for each command it plays the game again from its beginning, by the commands
 * that the board says were carried out. So the same view has the same answer, whoever gives it and however often it is
 * asked.
 */
public final class Environment {

    private final Games games;

    public Environment(Games games) {
        this.games = games;
    }

    /** @throws IllegalArgumentException if the view names no game, or shows steps that cannot be played */
    public JsonArray answer(JsonObject view) {
        Sight sight = Sight.of(view);
        TextGame game = start(view);
        if (sight.action().isEmpty()) {
            return seen(new Step("", game.intro()), game, 0);
        }
        for (Step step : sight.steps()
                .subList(Math.min(1, sight.steps().size()), sight.steps().size())) {
            if (!game.step(step.command()).text().equals(step.text())) {
                throw new IllegalArgumentException("Expected the observations to be this game's, but \""
                        + step.command() + "\" leads to something else there.");
            }
        }
        String command = sight.action().get();
        return seen(
                new Step(command, game.step(command).text()),
                game,
                sight.steps().size());
    }

    private TextGame start(JsonObject view) {
        String wanted = view.object("state").text("/game");
        return games.start(games.all().stream()
                .filter(listed -> listed.id().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Expected the id of a game at /game, but got \""
                        + wanted + "\"; there are "
                        + games.all().stream().map(Games.Listed::id).limit(6).toList() + ".")));
    }

    /**
     * What is told of a step: the observation, what can be done next, and whether the goal is reached.
     *
     * @param steps how many commands were carried out
     */
    public static JsonArray seen(Step step, TextGame game, int steps) {
        List<Json> operations = new ArrayList<>();
        operations.add(Edit.add("/observations/-", step.toJson()));
        operations.add(Edit.replace("/admissible", JsonArray.ofStrings(useful(game.admissibleCommands()))));
        operations.add(Edit.replace(
                "/outcome",
                JsonObject.builder()
                        .put("reached", game.isDone())
                        .put("steps", steps)
                        .build()));
        return JsonArray.copyOf(operations);
    }

    /** Looking closer at what was told already changes nothing. */
    private static List<String> useful(List<String> commands) {
        return commands.stream()
                .filter(command -> !command.startsWith("examine ") && !command.equals("help"))
                .toList();
    }
}
