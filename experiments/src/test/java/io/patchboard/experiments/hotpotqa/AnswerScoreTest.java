package io.patchboard.experiments.hotpotqa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected values are those of the official script, by its rules. */
class AnswerScoreTest {

    @ParameterizedTest
    @CsvSource({
        "'The  Eiffel Tower!', eiffel tower, true, 1",
        "1986 to 2013, from 1986 to 2013, false, 0.857143",
        "'Greenwich Village, New York', 'Greenwich Village, New York City', false, 0.888889",
        "yes, Yes., true, 1",
        "yes it is, yes, false, 0",
        "no, nothing at all, false, 0",
        "Kansas Kansas, Kansas Song, false, 0.5",
        "an a the, Kansas Song, false, 0",
        "Pedro Rodriguez, Pedro Rodríguez, false, 0.5",
        "U.S., us, true, 1"
    })
    void answers_areScored_asTheOfficialScriptDoes(String answer, String gold, boolean exact, double f1) {
        AnswerScore score = AnswerScore.of(answer, gold);

        assertThat(score.exact()).isEqualTo(exact);
        assertThat(score.f1()).isEqualTo(f1, within(1e-6));
    }
}
