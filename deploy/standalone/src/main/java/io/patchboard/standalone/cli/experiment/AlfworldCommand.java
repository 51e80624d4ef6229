package io.patchboard.standalone.cli.experiment;

import io.patchboard.experiments.alfworld.Games;
import io.patchboard.experiments.pddl.PddlException;
import io.patchboard.gateway.llm.LanguageModel;
import io.patchboard.json.JsonObject;
import io.patchboard.record.FieldException;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.text.FileTrouble;
import io.patchboard.trials.Setup;
import io.patchboard.trials.model.Rates;
import io.patchboard.trials.model.SimulatedModel;
import io.patchboard.trials.model.TokenCounts;
import io.patchboard.trials.play.Arm;
import io.patchboard.trials.play.Arms;
import io.patchboard.trials.play.Table;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code experiment alfworld}. */
@Command(
        name = "alfworld",
        description = {
            "Has a team play text games of ALFWorld through PatchBoard and through other systems, with the same games, seeds,"
                    + " models and limits, and tells who reaches the goals at what cost.",
            "Without --model no language model is used: a simulated one answers from its prompt alone and makes each mistake"
                    + " at a published rate. docs/experiments.md says what that shows and what not."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 done, with --play and --walkthroughs: the goals are reached; 2 not; 1 no such games, or the model"
                    + " cannot be asked.",
            "",
            "Examples:",
            "  patchboard experiment alfworld --quick",
            "  patchboard experiment alfworld --arms patchboard,plain --rates 0,0.05,0.1 --out results",
            "  patchboard experiment alfworld --data json_games --seed 6 --seeds 5",
            "  patchboard experiment alfworld --play pick_clean"
        })
final class AlfworldCommand implements Callable<Integer> {

    /** As the blueprint of the team has it. */
    private static final int MOST_STEPS = 100;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description =
                    "A folder with games.jsonl and the problems that it names. Default: the 140 games of the split"
                            + " valid_seen, which come along; with --quick six of them, one of each type of task.")
    private Optional<Path> data = Optional.empty();

    @Option(
            names = "--per-type",
            paramLabel = "N",
            description = "Games of each type of task, or all where there are fewer (default: 21).")
    private Optional<Integer> perType = Optional.empty();

    @Option(
            names = "--steps",
            defaultValue = "20",
            paramLabel = "N",
            description = "Commands that a game is given at most (default: ${DEFAULT-VALUE}).")
    private int steps;

    @Option(names = "--walkthroughs", description = "Instead, plays each game by its walkthrough.")
    private boolean walkthroughs;

    @Option(names = "--speed", description = "Instead, measures how many commands a second games can be given.")
    private boolean speed;

    @Option(
            names = "--play",
            paramLabel = "GAME",
            description =
                    "Instead, plays a game with whoever types: a command a line. A game is named by its id, or by how"
                            + " the id begins.")
    private Optional<String> played = Optional.empty();

    @Mixin
    private EpisodeOptions episodes = new EpisodeOptions();

    @Mixin
    private OutputOptions options = new OutputOptions();

    @Override
    public Integer call() {
        Output output = options.output();
        try {
            Games games = data.map(Games::in).orElseGet(() -> episodes.isQuick() ? Games.samples() : Games.validSeen());
            if (played.isPresent()) {
                return PlayGames.play(games, played.get(), output);
            }
            if (walkthroughs) {
                return PlayGames.walk(games, output);
            }
            if (speed) {
                GameSpeed.measure(games, output);
                return ExitCodes.OK;
            }
            new Episodes(episodes, output)
                    .play(new Play(
                            games,
                            data.map(Path::toString)
                                    .orElse(
                                            episodes.isQuick()
                                                    ? "six games that come along, of ALFWorld's valid_seen, json_2.1.1"
                                                    : "ALFWorld, valid_seen, json_2.1.1"),
                            EpisodeOptions.atLeastOne("--per-type", perType.orElse(episodes.isQuick() ? 1 : 21)),
                            steps(),
                            new TokenCounts()));
            return ExitCodes.OK;
        } catch (UncheckedIOException e) {
            throw CliException.failed("Expected a folder with games of ALFWorld, but " + FileTrouble.of(e)
                    + ". It has to have games.jsonl and the problems that it names.");
        } catch (PddlException | FieldException | IllegalArgumentException e) {
            throw CliException.failed("Expected games of ALFWorld, but: " + e.getMessage());
        }
    }

    private int steps() {
        if (steps < 1 || steps > MOST_STEPS) {
            throw CliException.failed(
                    "Expected --steps with a number from 1 to " + MOST_STEPS + ", but got " + steps + ".");
        }
        return steps;
    }

    private record Play(Games games, String data, int perType, int steps, TokenCounts counts)
            implements Episodes.Experiment<Table> {

        @Override
        public List<Arm<Table>> arms() {
            return Arms.all();
        }

        @Override
        public List<Setup.Case<Table>> cases(Duration longest) {
            return Setup.cases(games, Setup.choose(games, perType), steps, longest, counts);
        }

        @Override
        public LanguageModel simulated(Rates rates, long seed, String id) {
            return new SimulatedModel(rates, seed, id, counts);
        }

        @Override
        public String provenance() {
            return "No language model was used: a simulated one answers, and makes mistakes at these rates.";
        }

        @Override
        public JsonObject configuration(JsonObject common, int cases, String casesHash) {
            return JsonObject.builder()
                    .put("experiment", "alfworld")
                    .putAll(common)
                    .put("data", data)
                    .put("games", cases)
                    .put("gamesHash", casesHash)
                    .put("steps", steps)
                    .build();
        }
    }
}
