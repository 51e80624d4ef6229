package io.patchboard.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.experiments.alfworld.Games;
import io.patchboard.gateway.llm.LanguageModel;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.trials.model.Rates;
import io.patchboard.trials.model.SimulatedModel;
import io.patchboard.trials.model.TokenCounts;
import io.patchboard.trials.play.Arm;
import io.patchboard.trials.play.Arms;
import io.patchboard.trials.play.Ended;
import io.patchboard.trials.play.Played;
import io.patchboard.trials.play.Table;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class TrialsTest {

    private static final TokenCounts COUNTS = new TokenCounts();
    private static final Games GAMES = Games.samples();

    private static Setup.Player simulated(Rates rates) {
        return new Setup.Player(rates.label(), (seed, game) -> new SimulatedModel(rates, seed, game, COUNTS));
    }

    private static Setup<Table> setup(List<Arm<Table>> arms, int seeds, Setup.Player... players) {
        return setup(arms, seeds, Long.MAX_VALUE, players);
    }

    private static Setup<Table> setup(List<Arm<Table>> arms, int seeds, long mostTokens, Setup.Player... players) {
        return new Setup<>(
                Setup.cases(GAMES, Setup.choose(GAMES, 1), 20, Duration.ofDays(1), COUNTS),
                1,
                seeds,
                arms,
                List.of(players),
                2,
                mostTokens);
    }

    private static List<Episode> play(Setup<Table> setup) throws Exception {
        return Trials.run(setup, Optional.empty(), (done, of, known) -> {});
    }

    private static List<Played> of(List<Episode> episodes, String arm) {
        return episodes.stream()
                .filter(episode -> episode.key().arm().equals(arm))
                .map(Episode::played)
                .toList();
    }

    private static Arm<Table> arm(String name) {
        return Arms.named(name).orElseThrow();
    }

    @Test
    void withoutMistakes_systemAndControls_playTheSameGame() throws Exception {
        List<Episode> episodes = play(setup(
                List.of(arm("patchboard"), arm("plain"), arm("structured"), arm("messages")),
                1,
                simulated(Rates.all(0))));

        List<Played> board = of(episodes, "patchboard");
        assertThat(board).hasSize(6).allSatisfy(played -> {
            assertThat(played.refused()).isZero();
            assertThat(played.tokens()).containsKeys("planner", "actor", "verifier", "frame");
        });
        assertThat(board).anyMatch(Played::reached);
        for (String control : List.of("plain", "structured")) {
            assertThat(of(episodes, control))
                    .extracting(played -> List.of(played.ended(), played.steps(), played.calls()))
                    .isEqualTo(board.stream()
                            .map(played -> List.of(played.ended(), played.steps(), played.calls()))
                            .toList());
        }
        assertThat(of(episodes, "messages"))
                .extracting(Played::steps)
                .isEqualTo(board.stream().map(Played::steps).toList());
    }

    /** Who is called what makes no difference: nothing but the mechanism decides. */
    @Test
    void labels_swapped_resultsStayWithTheMechanism() throws Exception {
        List<Arm<Table>> arms = List.of(
                arm("patchboard"),
                arm("messages"),
                arm("plain"),
                arm("generated"),
                arm("no-patches"),
                arm("structured"));
        List<Arm<Table>> swapped = new ArrayList<>();
        for (int i = 0; i < arms.size(); i++) {
            Arm<Table> next = arms.get((i + 1) % arms.size());
            swapped.add(new Arm<>(next.name(), next.meaning(), arms.get(i).mechanism()));
        }

        List<Episode> straight = play(setup(arms, 1, simulated(Rates.all(0.1))));
        List<Episode> crossed = play(setup(swapped, 1, simulated(Rates.all(0.1))));

        for (int i = 0; i < arms.size(); i++) {
            assertThat(of(crossed, swapped.get(i).name()))
                    .as(arms.get(i).name())
                    .isEqualTo(of(straight, arms.get(i).name()));
        }
        assertThat(of(straight, "patchboard")).isNotEqualTo(of(straight, "plain"));
    }

    /** What a model is sent names no arm, and it is the same role's task in each. */
    @Test
    void prompts_nameNoArm_andTellEachRoleTheSameTask() throws Exception {
        List<String> prompts = Collections.synchronizedList(new ArrayList<>());
        Set<String> tasks = Collections.synchronizedSet(new HashSet<>());
        Setup.Player listening = new Setup.Player("listening", (seed, game) -> {
            LanguageModel model = new SimulatedModel(Rates.all(0.05), seed, game, COUNTS);
            return (prompt, deadline) -> {
                String system = prompt.system();
                if (system.startsWith("You are an architect")) {
                    return model.chat(prompt, deadline);
                }
                prompts.add((system + "\n" + prompt.user()).replace("of plain text", "of text"));
                tasks.add(system.substring(system.indexOf("# Your task"), system.indexOf("# How you answer")));
                return model.chat(prompt, deadline);
            };
        });

        play(setup(Arms.all(), 1, listening));

        assertThat(prompts)
                .isNotEmpty()
                .noneSatisfy(prompt -> assertThat(prompt)
                        .containsAnyOf(
                                "patchboard",
                                "plain",
                                "structured",
                                "generated",
                                "no-",
                                "views-",
                                "tokens-",
                                "ablation",
                                "control"));
        // Planner, actor, verifier, repair, and the supervisor of those who pass messages.
        assertThat(tasks).hasSize(5);
    }

    @Test
    void tokens_areACap_noEpisodeIsBegunOnceTheyAreUsed() throws Exception {
        List<Arm<Table>> arms = List.of(arm("patchboard"));
        long one = play(setup(arms, 1, simulated(Rates.all(0))))
                .getFirst()
                .played()
                .sum();

        List<Episode> some = play(setup(arms, 20, one + 1, simulated(Rates.all(0))));

        // What was begun before the first ones were known to have used them up, and no more.
        assertThat(some).hasSizeBetween(2, 2 + 4 * 2);
    }

    @Test
    void budgets_inTokens_boundTheViews() throws Exception {
        List<Arm<Table>> arms = List.of(arm("tokens-1k"), arm("tokens-4k"), arm("no-views"));
        List<Episode> episodes = play(setup(arms, 1, simulated(Rates.all(0))));

        assertThat(sum(of(episodes, "tokens-1k"))).isLessThan(sum(of(episodes, "no-views")));
        assertThat(of(episodes, "tokens-4k")).anyMatch(Played::reached);
    }

    private static long sum(List<Played> played) {
        return played.stream().mapToLong(Played::sum).sum();
    }

    @Test
    void whatMistakesDo_dependsOnTheMechanism() throws Exception {
        Rates trespass = Rates.named("trespass", 1).orElseThrow();
        List<Episode> episodes = play(setup(List.of(arm("patchboard"), arm("no-contracts")), 1, simulated(trespass)));

        assertThat(of(episodes, "patchboard")).allSatisfy(played -> {
            assertThat(played.refused()).isPositive();
            assertThat(played.ended()).isNotEqualTo(Ended.BELIEVED);
        });
        assertThat(of(episodes, "no-contracts")).isNotEqualTo(of(episodes, "patchboard"));
    }

    @Test
    void aRunThatWasEnded_goesOn_andComesToTheSame(@TempDir Path dir) throws Exception {
        Setup<Table> setup = setup(List.of(arm("patchboard"), arm("plain")), 2, simulated(Rates.all(0.05)));
        JsonObject configuration = JsonObject.of("games", Json.of(6));
        List<Episode> whole =
                Trials.run(setup, Optional.of(EpisodeFile.open(dir, configuration)), (done, of, known) -> {});
        Path file = dir.resolve("episodes.jsonl");
        String written = Files.readString(file);
        Files.writeString(file, written.substring(0, written.length() / 2));

        List<Episode> resumed = Trials.run(
                setup,
                Optional.of(EpisodeFile.open(dir, configuration)),
                (done, of, known) -> assertThat(known).isPositive());

        assertThat(Files.readString(file)).isEqualTo(written);
        assertThat(resumed).isEqualTo(whole).hasSize(24);
        assertThat(EpisodeFile.read(dir).known()).isEqualTo(whole);
        assertThatThrownBy(() -> EpisodeFile.open(dir, JsonObject.of("games", Json.of(7))))
                .hasMessageContaining("another folder");
    }

    @Test
    void aRunWhoseEpisodesArePacked_goesOn_besideThem(@TempDir Path dir) throws Exception {
        JsonObject configuration = JsonObject.of("games", Json.of(6));
        List<Episode> packed = Trials.run(
                setup(List.of(arm("plain")), 1, simulated(Rates.all(0))),
                Optional.of(EpisodeFile.open(dir, configuration)),
                (done, of, known) -> {});
        Path file = dir.resolve("episodes.jsonl");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(dir.resolve("episodes.jsonl.gz")))) {
            Files.copy(file, out);
        }
        Files.delete(file);

        List<Episode> more = Trials.run(
                setup(List.of(arm("plain")), 2, simulated(Rates.all(0))),
                Optional.of(EpisodeFile.open(dir, configuration)),
                (done, of, known) -> assertThat(known).isEqualTo(6));

        assertThat(EpisodeFile.read(dir).known()).isEqualTo(more).hasSize(12).containsAll(packed);
        assertThat(Files.readAllLines(file)).hasSize(6);
    }
}
