package io.patchboard.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What people write. */
class TextTest {

    @ParameterizedTest
    @CsvSource({
        "30s, PT30S",
        "1h30m, PT1H30M",
        "2d, P2D",
        "2d12h, P2DT12H",
        "1.5s, PT1.5S",
        "PT30S, PT30S",
        "pt5m, PT5M",
        "P1DT1H, P1DT1H",
        "-PT1S, -PT1S",
    })
    void duration_isReadInBothForms(String text, Duration duration) {
        assertThat(Durations.parse(text)).contains(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "30", "s", "5 parsecs", "1m1h", "P", "PT", "10000000000s", "1 minute"})
    void duration_thatIsNone_isEmpty(String text) {
        assertThat(Durations.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "PT2.65S, 2.65 s",
        "PT1M30S, 90 s",
        "PT2M, 2 min",
        "PT1H30M, 1 h 30 min",
        "P7D, 7 d",
        "P1DT1S, 1 d 1 s",
        "PT0S, 0 s",
    })
    void duration_isSaidInUnitsThatPeopleKnow(Duration duration, String said) {
        assertThat(Durations.spoken(duration)).isEqualTo(said);
    }

    @ParameterizedTest
    @CsvSource({
        "titel, title",
        "drfats, drafts",
        "critik, critic",
        "foreach, forEach",
        "rule, rules",
        "wrtier, writer",
        "x, NONE",
        "nonsense, NONE",
    })
    void nearest_isWhatMayHaveBeenMeant(String word, String meant) {
        assertThat(Spelling.nearest(word, List.of("title", "drafts", "critic", "forEach", "rules", "writer"))
                        .orElse("NONE"))
                .isEqualTo(meant);
    }

    @ParameterizedTest
    @CsvSource({"c3a9, é", "efbfbd, \uFFFD", "61, a", "c0af,", "eda080,", "61ff,", "e282,"})
    void utf8_thatIsNotWellFormed_isNoText(String hex, String text) {
        assertThat(StrictUtf8.text(HexFormat.of().parseHex(hex))).isEqualTo(Optional.ofNullable(text));
    }
}
