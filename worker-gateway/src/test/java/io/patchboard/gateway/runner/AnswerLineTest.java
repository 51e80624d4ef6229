package io.patchboard.gateway.runner;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.JsonSyntaxException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerLineTest {

    /** 4 to 9 bytes, which take 17 times as much in memory; no proposal may have so many of them. */
    @ParameterizedTest
    @ValueSource(strings = {"[0],", "{\"a\":0},"})
    void answerOfTinyValues_isRefused(String part) {
        byte[] line = ("[" + part.repeat(1_000_000) + "0]").getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> AnswerLine.read(line))
                .isInstanceOf(JsonSyntaxException.class)
                .hasMessageContaining("56000000");
    }
}
