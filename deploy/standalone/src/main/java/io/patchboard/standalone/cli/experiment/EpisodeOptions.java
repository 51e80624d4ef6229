package io.patchboard.standalone.cli.experiment;

import io.patchboard.standalone.cli.architect.ModelOptions;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.trials.model.Mistake;
import io.patchboard.trials.model.Rates;
import io.patchboard.trials.play.Arm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Mixin: how episodes of an experiment are played, and by whom. */
final class EpisodeOptions {

    @Option(
            names = "--arms",
            split = ",",
            paramLabel = "NAME",
            description = "Which systems play (default: all). The others are held against the first one.")
    private List<String> arms = List.of();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "How many seeds each case is played with (default: 5; 1 with --quick).")
    private Optional<Integer> seeds = Optional.empty();

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "N",
            description = "The first of them; the others follow it (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

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

    @Option(names = "--quick", description = "One seed, and few cases.")
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

    @Option(
            names = "--time",
            defaultValue = "60s",
            paramLabel = "DURATION",
            description = "How long an episode may take with a model (default: ${DEFAULT-VALUE}, as in the paper).")
    private Duration time = Duration.ofSeconds(60);

    @Mixin
    private ModelOptions model = new ModelOptions();

    boolean isQuick() {
        return quick;
    }

    Optional<Path> out() {
        return out;
    }

    ModelOptions model() {
        return model;
    }

    Duration time() {
        return time;
    }

    long seed() {
        return seed;
    }

    int seeds() {
        return atLeastOne("--seeds", seeds.orElse(quick ? 1 : 5));
    }

    int concurrency() {
        return atLeastOne(
                "--concurrency",
                concurrency.orElse(model.areGiven() ? 4 : Runtime.getRuntime().availableProcessors()));
    }

    long mostTokens() {
        return mostTokens.orElse(Long.MAX_VALUE);
    }

    static int atLeastOne(String option, int value) {
        if (value < 1) {
            throw CliException.failed("Expected " + option + " with a number from 1, but got " + value + ".");
        }
        return value;
    }

    /** Those that are asked for, of these. */
    <T> List<Arm<T>> arms(List<Arm<T>> all) {
        return arms.isEmpty()
                ? all
                : arms.stream()
                        .distinct()
                        .map(name -> all.stream()
                                .filter(arm -> arm.name().equals(name))
                                .findFirst()
                                .orElseThrow(() -> CliException.failed("Expected --arms with some of "
                                        + all.stream().map(Arm::name).toList() + ", but got \"" + name + "\".")))
                        .toList();
    }

    /** The kinds of simulated models that are asked for. */
    List<Rates> rates() {
        List<String> words = mistakes.equals(List.of("each"))
                ? Stream.of(Mistake.values()).map(Mistake::word).toList()
                : mistakes;
        List<Rates> all = new ArrayList<>();
        for (String word : words) {
            for (double rate : rates) {
                all.add(Rates.named(word, rate)
                        .orElseThrow(() -> CliException.failed("Expected --mistakes with all, each or some of "
                                + Stream.of(Mistake.values()).map(Mistake::word).toList() + ", but got \"" + word
                                + "\".")));
            }
        }
        return all.stream().distinct().toList();
    }
}
