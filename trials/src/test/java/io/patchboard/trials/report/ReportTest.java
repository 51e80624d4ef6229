package io.patchboard.trials.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.trials.ComparisonText;
import io.patchboard.trials.Episode;
import io.patchboard.trials.model.SimulatedModel;
import io.patchboard.trials.play.Ended;
import io.patchboard.trials.play.Played;
import io.patchboard.trials.play.Tokens;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReportTest {

    private static Episode episode(String arm, String model, String game, boolean reached) {
        return new Episode(
                new Episode.Key(arm, model, game, 1),
                "type",
                new Played(
                        reached,
                        reached ? Ended.REACHED : Ended.STEPS,
                        5,
                        7,
                        0,
                        new TreeMap<>(Map.of("actor", new Tokens(1_500, 500)))));
    }

    private static Result result(String model, String... levels) {
        List<Episode> episodes = Stream.of(levels)
                .flatMap(level -> Stream.of(
                        episode("patchboard", level, "g", true),
                        episode("patchboard", level, "h", false),
                        episode("plain", level, "g", false),
                        episode("plain", level, "h", false)))
                .toList();
        return new Result(
                "main",
                JsonObject.builder()
                        .put("model", model)
                        .put("commit", "abc<b>|")
                        .build(),
                episodes);
    }

    @Test
    void everyTableOfFigures_saysThatNoModelWasUsed_orWhich() {
        List<Result> simulated = List.of(result(SimulatedModel.NAME, "all 0.0", "all 0.1"));

        assertThat(Pattern.compile("No language model was used")
                        .matcher(Report.markdown(simulated))
                        .results())
                .hasSize(4);
        assertThat(Report.html(simulated)).contains("No language model was used");
        assertThat(Report.markdown(List.of(result("openai/x", "openai/x"))))
                .contains("language model openai/x")
                .doesNotContain("No language model");
    }

    @Test
    void figures_standInBothForms_andTextIsNoMarkup() {
        List<Result> results = List.of(result(SimulatedModel.NAME, "all 0.1"));
        String html = Report.html(results);
        String markdown = Report.markdown(results);

        assertThat(markdown)
                .contains("| patchboard | 2 | 50.0% | 9.5% to 90.5% |  |  | 5.0 | 5.0 to 5.0 | 2.0k | 4.0k |")
                .contains("| plain | 2 | 0.0% | 0.0% to 65.8% | -50.0 |")
                .contains("abc\\<b\\>\\|");
        assertThat(html)
                .contains("<td>50.0%</td>", "abc&lt;b&gt;|", "<svg role=\"img\"", "<circle cx=\"400.0\"")
                .doesNotContain("<script", "http");
    }

    @Test
    void armThatOthersAreHeldAgainst_standsFirst_thoughItWasPlayedLater() {
        Result result = new Result(
                "main",
                JsonObject.of("model", Json.of(SimulatedModel.NAME)),
                List.of(episode("plain", "all 0.1", "g", false), episode("patchboard", "all 0.1", "g", true)));

        assertThat(Report.markdown(List.of(result)))
                .contains("Points above patchboard")
                .containsPattern("\\| patchboard \\| 1 \\| 100.0% \\|[^|]*\\|  \\|  \\|[^\n]*\n\\| plain \\| 1 ");
    }

    @Test
    void figureOfNothing_isNone() {
        assertThat(ComparisonText.signed(Double.NaN))
                .isEqualTo(ComparisonText.percent(Double.NaN))
                .isEqualTo("none");
        assertThat(ComparisonText.signed(-0.125)).isEqualTo("-12.5");
    }
}
