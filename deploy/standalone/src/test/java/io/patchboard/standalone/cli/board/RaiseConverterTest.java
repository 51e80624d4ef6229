package io.patchboard.standalone.cli.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class RaiseConverterTest {

    private final RaiseConverter converter = new RaiseConverter();

    @ParameterizedTest
    @CsvSource({
        "tokens=500000, 500000",
        "cost=0.25, 0.25",
        "workers/a=b/tokens=90, 90",
        "duration=600, 600",
        "duration=2h, 7200",
        "duration=PT1M0.5S, 60.5",
        "workers/w/duration=1m, 60"
    })
    void bounds_areNumbers_orDurations(String text, String most) {
        assertThat(converter.convert(text).most()).isEqualByComparingTo(most);
        assertThat(converter.convert(text).budget()).isEqualTo(text.substring(0, text.lastIndexOf('=')));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tokens", "=5", "tokens=", "tokens=5m", "duration=long"})
    void others_areRefused(String text) {
        assertThatThrownBy(() -> converter.convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("duration=2h", text);
    }
}
