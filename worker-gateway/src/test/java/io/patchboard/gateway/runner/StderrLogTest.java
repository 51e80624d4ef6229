package io.patchboard.gateway.runner;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.secret.Secret;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class StderrLogTest {

    private static final Logger LOGGER = LoggerFactory.getLogger(StderrLogTest.class);

    private final AtomicLong time = new AtomicLong();

    @Test
    void add_line_loggedWithTheWorkersNameAsPlainText() {
        try (CapturedLog captured = new CapturedLog(LOGGER.getName())) {
            log(Redaction.NONE).add(line("\u001b[31mred\u001b[0m\r\tumlaut ä \u202e"));
            assertThat(captured.lines())
                    .containsExactly("INFO worker w: \\u001b[31mred\\u001b[0m\\r\\tumlaut ä \\u202e{}");
        }
    }

    @Test
    void add_moreThanTheLogTakes_countedAndTold() {
        try (CapturedLog captured = new CapturedLog(LOGGER.getName())) {
            StderrLog log = log(Redaction.NONE);
            for (int i = 0; i < 1_000; i++) {
                log.add(line("line " + i));
            }
            assertThat(captured.lines()).hasSize(LogRate.MOST_LINES_A_SECOND);
            assertThat(log.lastWords()).endsWith("line 998 | line 999");
            time.addAndGet(1_000_000_000);
            log.add(line("again"));
            assertThat(captured.lines()
                            .subList(
                                    LogRate.MOST_LINES_A_SECOND,
                                    captured.lines().size()))
                    .containsExactly(
                            "INFO worker w: 900 more lines on stderr were left out; the log takes 100 a second.{}",
                            "INFO worker w: again{}");
        }
    }

    @Test
    void add_longLine_cutAndItsSecretsNotHalved() {
        try (CapturedLog captured = new CapturedLog(LOGGER.getName())) {
            StderrLog log = log(Redaction.of(List.of(new Secret("TOP-SECRET-KEY"))));
            log.add(new LineReader.Line("y TOP-SECRET-".getBytes(StandardCharsets.UTF_8), true));
            log.add(line("x".repeat(5_000)));
            assertThat(captured.lines().toString()).doesNotContain("SECRET");
            assertThat(captured.lines().get(1)).hasSizeLessThan(StderrLog.MAX_CHARS + 100);
        }
    }

    private StderrLog log(Redaction redaction) {
        return new StderrLog(LOGGER, "w", redaction, time::get);
    }

    private static LineReader.Line line(String text) {
        return new LineReader.Line(text.getBytes(StandardCharsets.UTF_8), false);
    }
}
