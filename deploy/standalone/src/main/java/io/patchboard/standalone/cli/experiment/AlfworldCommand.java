package io.patchboard.standalone.cli.experiment;

import io.patchboard.experiments.alfworld.Games;
import io.patchboard.experiments.pddl.PddlException;
import io.patchboard.record.FieldException;
import io.patchboard.standalone.cli.architect.ModelOptions;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import java.io.UncheckedIOException;
import java.nio.file.Path;
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
            "  patchboard experiment alfworld --play pick_clean"
        })
final class AlfworldCommand implements Callable<Integer> {

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "A folder with games.jsonl and the problems that it names. Default: six games"
                    + " that come along, one of each type of task.")
    private Optional<Path> data = Optional.empty();

    @Option(
            names = "--arms",
            split = ",",
            paramLabel = "NAME",
            description = "Which systems play (default: all). The others are held against the first one.")
    private List<String> arms = List.of();

    @Option(names = "--seeds", paramLabel = "N", description = "Each game is played with seeds 1 to N (default: 5).")
    private Optional<Integer> seeds = Optional.empty();

    @Option(
            names = "--per-type",
            paramLabel = "N",
            description = "Games of each type of task, or all where there are fewer (default: 21).")
    private Optional<Integer> perType = Optional.empty();

    @Option(
            names = "--rates",
            split = ",",
            defaultValue = "0.05",
            paramLabel = "RATE",
            description = "How often the simulated model makes each mistake (default: ${DEFAULT-VALUE}).")
    private List<Double> rates = List.of();

    @Option(
            names = "--mistakes",
            split = ",",
            defaultValue = "all",
            paramLabel = "NAME",
            description =
                    "Which mistakes it makes: all of them together, each (one after the other, alone), or some alone:"
                            + " overlook, hallucinate, inadmissible, malformed, trespass, forget (default: ${DEFAULT-VALUE}).")
    private List<String> mistakes = List.of();

    @Option(
            names = "--steps",
            defaultValue = "20",
            paramLabel = "N",
            description = "Commands that a game is given at most (default: ${DEFAULT-VALUE}).")
    private int steps;

    @Option(names = "--quick", description = "One seed, and one game of each type.")
    private boolean quick;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Writes each episode there as a line of episodes.jsonl, and goes on where it ended before.")
    private Optional<Path> out = Optional.empty();

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            description = "Episodes at once (default: one for each processor; 4 with a model).")
    private Optional<Integer> concurrency = Optional.empty();

    @Option(
            names = "--max-tokens",
            paramLabel = "N",
            description = "No further episode is begun once so many tokens are used.")
    private Optional<Long> mostTokens = Optional.empty();

    @Option(names = "--walkthroughs", description = "Instead, plays each game by its walkthrough.")
    private boolean walkthroughs;

    @Option(
            names = "--play",
            paramLabel = "GAME",
            description =
                    "Instead, plays a game with whoever types: a command a line. A game is named by its id, or by how"
                            + " the id begins.")
    private Optional<String> played = Optional.empty();

    @Mixin
    private ModelOptions model = new ModelOptions();

    @Mixin
    private OutputOptions options = new OutputOptions();

    @Override
    public Integer call() {
        Output output = options.output();
        try {
            Games games = data.map(Games::in).orElseGet(Games::samples);
            if (played.isPresent()) {
                return PlayGames.play(games, played.get(), output);
            }
            if (walkthroughs) {
                return PlayGames.walk(games, output);
            }
            new Episodes(games, asked(), model, out, output).play();
            return ExitCodes.OK;
        } catch (UncheckedIOException e) {
            throw CliException.failed("Expected a folder with games of ALFWorld, but a file is missing: "
                    + e.getCause().getMessage() + ". It has to have games.jsonl and the problems that it names.");
        } catch (PddlException | FieldException | IllegalArgumentException e) {
            throw CliException.failed("Expected games of ALFWorld, but: " + e.getMessage());
        }
    }

    private Episodes.Asked asked() {
        int processors = Runtime.getRuntime().availableProcessors();
        return new Episodes.Asked(
                data.map(Path::toString).orElse("six games that come along"),
                arms,
                atLeastOne("--seeds", seeds.orElse(quick ? 1 : 5)),
                atLeastOne("--per-type", perType.orElse(quick ? 1 : 21)),
                mistakes,
                rates,
                atLeastOne("--steps", steps),
                atLeastOne("--concurrency", concurrency.orElse(model.areGiven() ? 4 : processors)),
                mostTokens.orElse(Long.MAX_VALUE));
    }

    private static int atLeastOne(String option, int value) {
        if (value < 1) {
            throw CliException.failed("Expected " + option + " with a number from 1, but got " + value + ".");
        }
        return value;
    }
}
