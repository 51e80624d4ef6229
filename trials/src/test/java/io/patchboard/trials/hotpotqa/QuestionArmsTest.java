package io.patchboard.trials.hotpotqa;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.patchboard.faults.tree.Trees;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.trials.Episode;
import io.patchboard.trials.EpisodeFile;
import io.patchboard.trials.Setup;
import io.patchboard.trials.Trials;
import io.patchboard.trials.model.BaselineModel;
import io.patchboard.trials.model.Rates;
import io.patchboard.trials.model.TokenCounts;
import io.patchboard.trials.play.Arm;
import io.patchboard.trials.play.Measure;
import io.patchboard.trials.play.Played;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuestionArmsTest {

    private static final TokenCounts COUNTS = new TokenCounts();
    private static final List<Arm<Desk>> ARMS = QuestionArms.all();

    private static Setup<Desk> setup(Rates rates, int seeds) {
        return new Setup<>(
                Questions.cases(Questions.samples(), Duration.ofDays(1), COUNTS),
                1,
                seeds,
                ARMS,
                List.of(new Setup.Player(rates.label(), (seed, id) -> new BaselineModel(rates, seed, id, COUNTS))),
                2,
                Long.MAX_VALUE);
    }

    private static List<Episode> play(Rates rates, int seeds) throws Exception {
        return Trials.run(setup(rates, seeds), Optional.empty(), (done, of, known) -> {});
    }

    private static List<Played> of(List<Episode> episodes, String arm) {
        return episodes.stream()
                .filter(episode -> episode.key().arm().equals(arm))
                .map(Episode::played)
                .toList();
    }

    private static double sum(List<Played> played, String count) {
        return played.stream().mapToDouble(each -> each.counts().get(count)).sum();
    }

    @Test
    void withoutMistakes_allArmsComeToTheSame_andNothingIsUnsupported() throws Exception {
        List<Episode> episodes = play(Rates.all(0), 1);

        List<Played> board = of(episodes, "patchboard");
        assertThat(board).hasSize(3).allSatisfy(played -> {
            assertThat(played.refused()).isZero();
            assertThat(played.counts()).containsEntry("unsupported", 0.0).containsEntry("invalid", 0.0);
            assertThat(played.counts().get("claims")).isPositive();
            assertThat(played.counts().get("covered")).isPositive();
        });
        for (Arm<Desk> arm : ARMS) {
            assertThat(of(episodes, arm.name()))
                    .as(arm.name())
                    .extracting(Played::counts)
                    .isEqualTo(board.stream().map(Played::counts).toList());
        }
    }

    /** Extractor and verifier both take for quoted what is not: only who looks it up is safe from that. */
    @Test
    void madeUpQuotes_standOnEveryBoard_butWhereTheGateIs() throws Exception {
        List<Episode> episodes = play(Rates.named("hallucinate", 1).orElseThrow(), 1);

        for (String arm : List.of("patchboard", "plain", "structured")) {
            assertThat(sum(of(episodes, arm), "unsupported")).as(arm).isPositive();
            assertThat(sum(of(episodes, arm), "unsupported")).as(arm).isEqualTo(sum(of(episodes, arm), "claims"));
        }
        List<Played> gated = of(episodes, "evidence-gate");
        assertThat(sum(gated, "unsupported")).isZero();
        assertThat(sum(gated, "claims")).isPositive();
        assertThat(gated).allSatisfy(played -> assertThat(played.refused()).isPositive());
    }

    @Test
    void writesOutsideOfARole_enterTheControlsAlone() throws Exception {
        List<Episode> episodes = play(Rates.named("trespass", 1).orElseThrow(), 1);

        assertThat(sum(of(episodes, "plain"), "invalid")).isPositive();
        assertThat(sum(of(episodes, "structured"), "invalid")).isPositive();
        assertThat(sum(of(episodes, "patchboard"), "invalid")).isZero();
        assertThat(of(episodes, "patchboard"))
                .allSatisfy(played -> assertThat(played.refused()).isPositive());
    }

    @Test
    void episodes_areWrittenAndReadAgain_withTheirCounts(@TempDir Path dir) throws Exception {
        List<Episode> whole = Trials.run(
                setup(Rates.all(0.1), 1),
                Optional.of(EpisodeFile.open(dir, JsonObject.of("questions", Json.of(3)))),
                (done, of, known) -> {});

        assertThat(EpisodeFile.read(dir).known()).isEqualTo(whole).hasSize(12);
        assertThat(whole.getFirst().played().counts()).containsKey(Measure.COVERAGE.whole());
    }

    @Test
    void watch_countsWhatNoStateMayBe_andWhatIsNotTheRoles() {
        JsonNode schema = Trees.parse("{\"properties\":{\"claims\":{\"items\":{\"type\":\"object\"}}}}");
        ObjectNode state = (ObjectNode) Trees.parse("{\"question\":\"Who?\",\"claims\":[{}],\"verdicts\":[]}");
        Watch watch = new Watch(schema, state.deepCopy());

        watch.answered("verifier", state.deepCopy(), "");
        assertThat(List.of(watch.updates(), watch.invalid())).containsExactly(0, 0);
        ((ArrayNode) state.get("claims")).add(Trees.object());
        watch.answered("extractor", state.deepCopy(), "");
        assertThat(List.of(watch.updates(), watch.invalid())).containsExactly(1, 0);
        ((ArrayNode) state.get("claims")).add(Trees.object());
        watch.answered("verifier", state.deepCopy(), "");
        assertThat(watch.invalid()).as("not the verifier's").isEqualTo(1);
        ((ArrayNode) state.get("claims")).remove(0);
        watch.answered("extractor", state.deepCopy(), "");
        assertThat(watch.invalid()).as("no appending").isEqualTo(2);
        ((ArrayNode) state.get("claims")).add(7);
        watch.answered("extractor", state.deepCopy(), "");
        assertThat(watch.invalid()).as("against the schema").isEqualTo(3);
        ((ArrayNode) state.get("claims")).remove(state.get("claims").size() - 1);
        watch.answered("extractor", state.deepCopy(), "some text");
        assertThat(watch.invalid()).as("no JSON").isEqualTo(4);
    }
}
