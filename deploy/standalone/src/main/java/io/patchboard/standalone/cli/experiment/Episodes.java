package io.patchboard.standalone.cli.experiment;

import io.patchboard.gateway.llm.Generation;
import io.patchboard.gateway.llm.LanguageModel;
import io.patchboard.gateway.llm.Limits;
import io.patchboard.gateway.llm.Models;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.cli.architect.ModelOptions;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.screen.Pulse;
import io.patchboard.standalone.screen.Text;
import io.patchboard.text.FileTrouble;
import io.patchboard.trials.Comparison;
import io.patchboard.trials.ComparisonText;
import io.patchboard.trials.Episode;
import io.patchboard.trials.EpisodeFile;
import io.patchboard.trials.Setup;
import io.patchboard.trials.Trials;
import io.patchboard.trials.model.Rates;
import io.patchboard.trials.model.SimulatedModel;
import io.patchboard.trials.play.Arm;
import io.patchboard.trials.play.ModelGoneException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Has an experiment's episodes played, and tells what came of it. */
final class Episodes {

    /** What the paper asks with. */
    private static final Generation GENERATION = new Generation(
            Optional.of(BigDecimal.ZERO), Optional.empty(), Optional.empty(), Optional.empty(), JsonObject.EMPTY);

    /** A simulated model has no clock. */
    private static final Duration ENDLESS = Duration.ofDays(1);

    /**
     * What is played.
     *
     * @param <T> what an episode is played with
     */
    interface Experiment<T> {

        List<Arm<T>> arms();

        /** @param longest how long an episode may take */
        List<Setup.Case<T>> cases(Duration longest);

        /** What stands in for a language model in an episode. */
        LanguageModel simulated(Rates rates, long seed, String id);

        /** What stands at each table where none was used, a sentence. */
        String provenance();

        /**
         * What the results are written down with.
         *
         * @param casesHash of the cases' ids
         */
        JsonObject configuration(JsonObject common, int cases, String casesHash);
    }

    private final EpisodeOptions options;
    private final Output output;
    private volatile String progress = "";

    Episodes(EpisodeOptions options, Output output) {
        this.options = options;
        this.output = output;
    }

    /** @throws CliException if it cannot be done */
    <T> void play(Experiment<T> experiment) {
        ModelOptions model = options.model();
        if (!model.areGiven()) {
            List<Setup.Player> simulated = options.rates().stream()
                    .map(rates -> new Setup.Player(rates.label(), (seed, id) -> experiment.simulated(rates, seed, id)))
                    .toList();
            play(experiment, simulated, SimulatedModel.NAME, ENDLESS);
            return;
        }
        Limits limits = new Limits(options.concurrency(), Optional.empty(), options.time(), 3, Duration.ofMillis(500));
        ModelOptions.Chosen chosen = model.choose(output, limits);
        try (Models models = chosen.open()) {
            LanguageModel real = models.get(chosen.name(), GENERATION);
            play(
                    experiment,
                    List.of(new Setup.Player(chosen.name(), (seed, id) -> real)),
                    chosen.name(),
                    options.time());
        }
    }

    private <T> void play(Experiment<T> experiment, List<Setup.Player> players, String name, Duration longest) {
        Setup<T> setup = new Setup<>(
                experiment.cases(longest),
                options.seed(),
                options.seeds(),
                options.arms(experiment.arms()),
                players,
                options.concurrency(),
                options.mostTokens());
        List<Episode> episodes;
        try (Pulse pulse = Pulse.startLater(output.errors(), () -> progress)) {
            Optional<EpisodeFile> file = options.out().isPresent()
                    ? Optional.of(open(options.out().get(), configuration(experiment, setup, name)))
                    : Optional.empty();
            episodes = Trials.run(
                    setup,
                    file,
                    (done, of, known) -> progress =
                            done + " of " + of + " episodes" + (known > 0 ? ", " + known + " from before" : ""));
        } catch (IOException e) {
            throw CliException.failed("Expected a folder to write to at --out, but " + FileTrouble.of(e) + ".");
        } catch (ModelGoneException e) {
            throw CliException.failed(
                    e.getMessage() + " What was played is written down, if there is --out; run it again to go on.");
        } catch (InterruptedException e) {
            throw CliException.failed("Interrupted. What was played is written down, if there is --out.");
        }
        tell(
                Comparison.of(episodes, setup.arms().getFirst().name()),
                options.model().areGiven()
                        ? "Answers are those of the language model " + name + "."
                        : experiment.provenance());
    }

    private EpisodeFile open(Path out, JsonObject configuration) throws IOException {
        EpisodeFile file = EpisodeFile.open(out, configuration);
        if (!file.known().isEmpty() && !file.configuration().get("commit").equals(configuration.get("commit"))) {
            output.progress("What is in " + out + " from before was played by another commit of the program. It counts"
                    + " beside what is played now; choose another folder to keep them apart.");
        }
        return file;
    }

    private <T> JsonObject configuration(Experiment<T> experiment, Setup<T> setup, String name) {
        JsonObject common = JsonObject.builder()
                .put("model", name)
                .putStringIfPresent(
                        "time",
                        Optional.of(options)
                                .filter(given -> given.model().areGiven())
                                .map(given -> given.time().toString()))
                .putStringIfPresent("commit", Commit.of(Path.of("")))
                .build();
        String hash = CanonicalJson.sha256(
                JsonArray.ofStrings(setup.cases().stream().map(Setup.Case::id).toList()));
        return experiment.configuration(common, setup.cases().size(), hash);
    }

    private void tell(List<Comparison> comparisons, String provenance) {
        if (output.isJson()) {
            comparisons.forEach(comparison -> comparison.toJson().forEach(output::item));
        } else {
            ComparisonText.lines(comparisons, provenance).forEach(line -> output.line(Text.printable(line)));
        }
    }
}
