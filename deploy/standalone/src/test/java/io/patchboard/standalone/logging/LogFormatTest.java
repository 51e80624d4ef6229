package io.patchboard.standalone.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import io.opentelemetry.context.Context;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.tracing.LogContext;
import io.patchboard.tracing.TraceHeaders;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What {@code logback.xml} makes of an event. */
final class LogFormatTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final Context IN_A_TRACE = TraceHeaders.read(
            name -> Optional.of("00-" + TRACE + "-b7ad6b7169203331-01").filter(any -> name.equals("traceparent")));

    private static LoggerContext configured(String format) throws Exception {
        String settings = new String(
                        LogFormatTest.class.getResourceAsStream("/logback.xml").readAllBytes(), StandardCharsets.UTF_8)
                .replace("${FORMAT}", format);
        LoggerContext logging = new LoggerContext();
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(logging);
        configurator.doConfigure(new ByteArrayInputStream(settings.getBytes(StandardCharsets.UTF_8)));
        return logging;
    }

    /** What is written of an event about a board; about none where the context is absent. */
    private static String written(String format, Optional<Context> about) throws Exception {
        LoggerContext logging = configured(format);
        try (LogContext context = LogContext.of(about.orElse(Context.root()), "b-1")) {
            ch.qos.logback.classic.Logger logger = logging.getLogger("io.patchboard.Test");
            logger.getLoggerContext()
                    .setMDCAdapter(
                            org.slf4j.MDC.getMDCAdapter()
                                            instanceof ch.qos.logback.classic.util.LogbackMDCAdapter adapter
                                    ? adapter
                                    : null);
            LoggingEvent event = new LoggingEvent(
                    "", logger, Level.WARN, "one \"line\"\nor {}", new IllegalStateException("why"), new Object[] {"two"
                    });
            ConsoleAppender<ILoggingEvent> appender =
                    (ConsoleAppender<ILoggingEvent>) logging.getLogger("ROOT").getAppender(format);
            return new String(appender.getEncoder().encode(event), StandardCharsets.UTF_8);
        }
    }

    @Test
    void levelThatThereIsNot_isNamedWithThoseThatThereAre() {
        assertThat(LogLevel.problem(Map.of("PATCHBOARD_LOG", "LOUD")))
                .contains("Expected ERROR, WARN, INFO or DEBUG in PATCHBOARD_LOG, but found \"LOUD\".");
        assertThat(LogLevel.problem(Map.of("PATCHBOARD_LOG", "debug"))).isEmpty();
        assertThat(LogLevel.problem(Map.of("PATCHBOARD_LOG", " INFO "))).isEmpty();
        assertThat(LogLevel.problem(Map.of("PATCHBOARD_LOG", ""))).isEmpty();
        assertThat(LogLevel.problem(Map.of())).isEmpty();
    }

    @Test
    void level_isTheOneAskedFor_orThatOfEachLogger() throws Exception {
        assertThat(LogLevel.level(Map.of("PATCHBOARD_LOG", " INFO "), "WARN")).isEqualTo("INFO");
        assertThat(LogLevel.level(Map.of("PATCHBOARD_LOG", ""), "WARN")).isEqualTo("WARN");

        LoggerContext logging = configured("text");
        assertThat(logging.getLogger("io.patchboard").getLevel())
                .isEqualTo(Level.toLevel(LogLevel.level(System.getenv(), "INFO")));
        assertThat(logging.getLogger("ROOT").getLevel())
                .isEqualTo(Level.toLevel(LogLevel.level(System.getenv(), "WARN")));
    }

    @Test
    void formatThatThereIsNot_isNamedWithThoseThatThereAre() {
        assertThat(LogFormat.problem(Map.of("PATCHBOARD_LOG_FORMAT", "xml")))
                .contains("Expected text or json in PATCHBOARD_LOG_FORMAT, but found \"xml\".");
        assertThat(LogFormat.problem(Map.of("PATCHBOARD_LOG_FORMAT", " json "))).isEmpty();
        assertThat(LogFormat.problem(Map.of("PATCHBOARD_LOG_FORMAT", ""))).isEmpty();
        assertThat(LogFormat.problem(Map.of())).isEmpty();
    }

    @Test
    void json_isOneLine_withBoardTraceAndThrowable() throws Exception {
        String line = written("json", Optional.of(IN_A_TRACE));

        assertThat(line.strip().lines()).hasSize(1);
        JsonObject read = (JsonObject) JsonReader.parse(line);
        assertThat(read.get("formattedMessage")).contains(Json.of("one \"line\"\nor two"));
        assertThat(read.get("level")).contains(Json.of("WARN"));
        assertThat((JsonObject) read.get("mdc").orElseThrow()).satisfies(context -> {
            assertThat(context.get("boardId")).contains(Json.of("b-1"));
            assertThat(context.get("traceId")).contains(Json.of(TRACE));
        });
        assertThat(read.get("throwable").orElseThrow().toString()).contains("why", "LogFormatTest");
    }

    @Test
    void text_isOneLineWithBoardAndTrace_andTheThrowableBelow() throws Exception {
        assertThat(written("text", Optional.of(IN_A_TRACE)).lines().findFirst().orElseThrow())
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(Z|[+-]\\d\\d:\\d\\d) .*")
                .endsWith(" - one \"line\" or two board=b-1 trace=" + TRACE);
        assertThat(written("text", Optional.empty()).lines().findFirst().orElseThrow())
                .endsWith(" or two board=b-1");
    }
}
