package io.patchboard.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailureTest {

    private static Failure read(String retryAfter) {
        return Failure.read(new Fields((JsonObject)
                JsonReader.parse("{\"class\":\"outage\",\"message\":\"away\",\"retryAfter\":\"" + retryAfter + "\"}")));
    }

    /** As durations are written everywhere; on record it has one form. */
    @ParameterizedTest
    @CsvSource({"30s, PT30S", "1h30m, PT1H30M", "PT90S, PT1M30S", "1d, PT24H"})
    void wait_isWrittenAsDurationsAre(String written, String kept) {
        Failure failure = read(written);

        assertThat(failure.retryAfter()).contains(Duration.parse(kept));
        assertThat(failure.toJson().toString()).contains("\"retryAfter\":\"" + kept + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"30", "soon", "25h", "-PT1S"})
    void waitThatIsNone_orOverADay_isRefused_withExamples(String written) {
        assertThatThrownBy(() -> read(written))
                .hasMessage("Expected a duration of at most a day, such as 30s, 5m, 1h30m or PT30S, at"
                        + " /failure/retryAfter, but got \"" + written + "\".");
    }
}
