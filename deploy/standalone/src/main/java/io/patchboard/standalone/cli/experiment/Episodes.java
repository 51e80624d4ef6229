package io.patchboard.standalone.cli.experiment;

import io.patchboard.experiments.alfworld.Games;
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
import io.patchboard.trials.Comparison;
import io.patchboard.trials.ComparisonText;
import io.patchboard.trials.Episode;
import io.patchboard.trials.EpisodeFile;
import io.patchboard.trials.Setup;
import io.patchboard.trials.Trials;
import io.patchboard.trials.model.Mistake;
import io.patchboard.trials.model.Rates;
import io.patchboard.trials.model.SimulatedModel;
import io.patchboard.trials.model.TokenCounts;
import io.patchboard.trials.play.Arm;
import io.patchboard.trials.play.Arms;
import io.patchboard.trials.play.ModelGoneException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Has the games played, and tells what came of it. */
final class Episodes {

    /** What the paper asks with. */
    private static final Generation GENERATION = new Generation(
            Optional.of(BigDecimal.ZERO), Optional.empty(), Optional.empty(), Optional.empty(), JsonObject.EMPTY);

    /** As long as an episode of the paper. A simulated model has no clock. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    /**
     * What is asked for.
     *
     * @param data where the games are from
     */
    record Asked(
            String data,
            List<String> arms,
            int seeds,
            int perType,
            List<String> mistakes,
            List<Double> rates,
            int steps,
            int concurrency,
            long mostTokens) {}

    private final Games games;
    private final Asked asked;
    private final ModelOptions model;
    private final Optional<Path> out;
    private final Output output;
    private final TokenCounts counts = new TokenCounts();
    private volatile String progress = "";

    Episodes(Games games, Asked asked, ModelOptions model, Optional<Path> out, Output output) {
        this.games = games;
        this.asked = asked;
        this.model = model;
        this.out = out;
        this.output = output;
    }

    /** @throws CliException if it cannot be done */
    void play() {
        if (!model.areGiven()) {
            play(simulated(), SimulatedModel.NAME, Duration.ofDays(1));
            return;
        }
        Limits limits = new Limits(asked.concurrency(), Optional.empty(), LONGEST, 3, Duration.ofMillis(500));
        ModelOptions.Chosen chosen = model.choose(output, limits);
        try (Models models = chosen.open()) {
            LanguageModel real = models.get(chosen.name(), GENERATION);
            play(List.of(new Setup.Player(chosen.name(), (seed, game) -> real)), chosen.name(), LONGEST);
        }
    }

    private List<Setup.Player> simulated() {
        List<Setup.Player> players = new ArrayList<>();
        for (String word : words()) {
            for (double rate : asked.rates()) {
                Rates rates = Rates.named(word, rate)
                        .orElseThrow(() -> CliException.failed("Expected --mistakes with all, each or some of "
                                + Stream.of(Mistake.values()).map(Mistake::word).toList() + ", but got \"" + word
                                + "\"."));
                players.add(
                        new Setup.Player(rates.label(), (seed, game) -> new SimulatedModel(rates, seed, game, counts)));
            }
        }
        return players;
    }

    private List<String> words() {
        return asked.mistakes().equals(List.of("each"))
                ? Stream.of(Mistake.values()).map(Mistake::word).toList()
                : asked.mistakes();
    }

    private List<Arm> arms() {
        List<Arm> all = Arms.all();
        return asked.arms().isEmpty()
                ? all
                : asked.arms().stream()
                        .map(name -> all.stream()
                                .filter(arm -> arm.name().equals(name))
                                .findFirst()
                                .orElseThrow(() -> CliException.failed("Expected --arms with some of "
                                        + all.stream().map(Arm::name).toList() + ", but got \"" + name + "\".")))
                        .toList();
    }

    private void play(List<Setup.Player> players, String name, Duration longest) {
        List<Games.Listed> chosen = Setup.choose(games, asked.perType());
        Setup setup = new Setup(
                games,
                chosen,
                asked.seeds(),
                arms(),
                players,
                asked.steps(),
                longest,
                asked.concurrency(),
                asked.mostTokens());
        List<Episode> episodes;
        try (Pulse pulse = Pulse.startLater(output.errors(), () -> progress)) {
            Optional<EpisodeFile> file = out.isPresent()
                    ? Optional.of(EpisodeFile.open(out.get(), configuration(chosen, name)))
                    : Optional.empty();
            episodes = Trials.run(
                    setup,
                    counts,
                    file,
                    (done, of, known) -> progress =
                            done + " of " + of + " episodes" + (known > 0 ? ", " + known + " from before" : ""));
        } catch (IOException e) {
            throw CliException.failed("Expected a folder to write to at --out, but: " + e + ".");
        } catch (ModelGoneException e) {
            throw CliException.failed(
                    e.getMessage() + " What was played is written down, if there is --out; run it again to go on.");
        } catch (InterruptedException e) {
            throw CliException.failed("Interrupted. What was played is written down, if there is --out.");
        }
        tell(episodes, setup, name);
    }

    private JsonObject configuration(List<Games.Listed> chosen, String name) {
        return JsonObject.builder()
                .put("experiment", "alfworld")
                .put("model", name)
                .putStringIfPresent("commit", Commit.of(Path.of("")))
                .put("data", asked.data())
                .put("games", chosen.size())
                .put(
                        "gamesHash",
                        CanonicalJson.sha256(JsonArray.ofStrings(
                                chosen.stream().map(Games.Listed::id).toList())))
                .put("steps", asked.steps())
                .build();
    }

    private void tell(List<Episode> episodes, Setup setup, String name) {
        List<Comparison> comparisons =
                Comparison.of(episodes, setup.arms().getFirst().name());
        if (output.isJson()) {
            comparisons.forEach(comparison -> comparison.toJson().forEach(output::item));
        } else {
            ComparisonText.lines(comparisons, provenance(name)).forEach(line -> output.line(Text.printable(line)));
        }
    }

    private String provenance(String name) {
        return model.areGiven()
                ? "Answers are those of the language model " + name + "."
                : "No language model was used: a simulated one answers, and makes mistakes at these rates.";
    }
}
