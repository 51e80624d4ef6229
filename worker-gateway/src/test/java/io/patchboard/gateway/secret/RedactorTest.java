package io.patchboard.gateway.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RedactorTest {

    private static final String LONG =
            IntStream.range(0, 1_000).mapToObj("%05d"::formatted).collect(Collectors.joining());
    private static final String SHORT = "sk-0123456789abcdef";

    private final Redactor redactor = Redactor.of(List.of(new Secret(LONG), new Secret(SHORT)));

    private String cut(String text) {
        return redactor.redactCut(text.substring(0, 8_192));
    }

    @Test
    void secretNearTheCut_isNotHalved() {
        assertThat(cut("token " + LONG + "x".repeat(9_000))).doesNotContain(LONG.substring(0, 20));
        assertThat(cut("x".repeat(8_192 - 5_000 - 9) + SHORT + "x".repeat(9_000)))
                .doesNotContain(SHORT.substring(0, 4));
    }

    @Test
    void secretAtTheCut_isLeftOut() {
        assertThat(cut("x".repeat(8_192 - 9) + SHORT)).isEqualTo("x".repeat(8_192 - 5_000));
    }
}
