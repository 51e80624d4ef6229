package io.patchboard.trials;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.experiments.alfworld.Games;
import io.patchboard.trials.hotpotqa.QuestionArms;
import io.patchboard.trials.hotpotqa.Questions;
import io.patchboard.trials.model.BaselineModel;
import io.patchboard.trials.model.Mistake;
import io.patchboard.trials.model.Rates;
import io.patchboard.trials.model.SimulatedModel;
import io.patchboard.trials.model.TokenCounts;
import io.patchboard.trials.play.Arms;
import io.patchboard.trials.play.Played;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whoever makes a mistake in each answer comes to something only where it is told of it and heeds that. */
class FeedbackTest {

    private static final TokenCounts COUNTS = new TokenCounts();
    private static final Games GAMES = Games.samples();

    private static List<Played> games(String arm, Rates rates) throws Exception {
        return played(new Setup<>(
                Setup.cases(GAMES, Setup.choose(GAMES, 1).subList(0, 2), 20, Duration.ofDays(1), COUNTS),
                1,
                1,
                List.of(Arms.named(arm).orElseThrow()),
                List.of(new Setup.Player("x", (seed, game) -> new SimulatedModel(rates, seed, game, COUNTS))),
                2,
                Long.MAX_VALUE));
    }

    private static List<Played> questions(Rates rates) throws Exception {
        return played(new Setup<>(
                Questions.cases(Questions.samples(), Duration.ofDays(1), COUNTS),
                1,
                1,
                List.of(QuestionArms.all().getFirst()),
                List.of(new Setup.Player("x", (seed, id) -> new BaselineModel(rates, seed, id, COUNTS))),
                2,
                Long.MAX_VALUE));
    }

    private static List<Played> played(Setup<?> setup) throws Exception {
        return Trials.run(setup, Optional.empty(), (done, of, known) -> {}).stream()
                .map(Episode::played)
                .toList();
    }

    private static Rates always(Mistake mistake) {
        return Rates.only(mistake, 1);
    }

    @Test
    void answersThatBreakOff_areMended_whereTheKernelsWordIsShown() throws Exception {
        List<Played> right = games("patchboard", Rates.all(0));

        assertThat(games("patchboard", always(Mistake.MALFORMED)))
                .anyMatch(Played::reached)
                .allSatisfy(played -> assertThat(played.refused()).isPositive())
                .extracting(Played::reached)
                .isEqualTo(right.stream().map(Played::reached).toList());
        assertThat(games("no-feedback", always(Mistake.MALFORMED))).noneMatch(Played::reached);
    }

    @Test
    void trespass_isLeftOut_whereTheKernelsWordIsShown() throws Exception {
        assertThat(games("patchboard", always(Mistake.TRESPASS)))
                .anyMatch(Played::reached)
                .allSatisfy(played -> assertThat(played.refused()).isPositive());
        assertThat(games("no-feedback", always(Mistake.TRESPASS))).noneMatch(Played::reached);
    }

    @Test
    void aTeamThatAnswersQuestions_heedsBoth() throws Exception {
        List<Played> right = questions(Rates.all(0));

        for (Mistake mistake : List.of(Mistake.MALFORMED, Mistake.TRESPASS)) {
            assertThat(questions(always(mistake)))
                    .as(mistake.name())
                    .allSatisfy(played -> assertThat(played.refused()).isPositive())
                    .extracting(Played::counts)
                    .isEqualTo(right.stream().map(Played::counts).toList());
        }
    }
}
