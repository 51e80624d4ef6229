package io.patchboard.standalone.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.spi.FilterReply;
import org.junit.jupiter.api.Test;

final class RepeatedWarningsTest {

    private static final String CLIENTS = "org.apache.kafka.clients.NetworkClient";
    private static final String AWAY = " (localhost/127.0.0.1:1) could not be established. Node may not be available.";

    private final LoggerContext logging = new LoggerContext();
    private final RepeatedWarnings filter = new RepeatedWarnings();

    private boolean isWritten(String logger, String message, long atMillis) {
        LoggingEvent event = new LoggingEvent("", logging.getLogger(logger), Level.WARN, message, null, null);
        event.setTimeStamp(atMillis);
        return filter.decide(event) == FilterReply.NEUTRAL;
    }

    @Test
    void brokerAway_isWrittenOnceInHalfAMinute_whicheverClientSaysSo() {
        long later = RepeatedWarnings.BETWEEN_LINES.toMillis();

        assertThat(isWritten(CLIENTS, "[Producer clientId=p] Connection to node -1" + AWAY, 0))
                .isTrue();
        assertThat(isWritten(CLIENTS, "[AdminClient clientId=a] Connection to node -1" + AWAY, 5))
                .isFalse();
        assertThat(isWritten(
                        CLIENTS,
                        "[Producer clientId=p] Bootstrap broker localhost:1 (id: -1 rack: null isFenced: false) disconnected",
                        6))
                .isFalse();
        assertThat(isWritten(CLIENTS, "[Producer clientId=p] Connection to node 2" + AWAY, 7))
                .isTrue();
        assertThat(isWritten(CLIENTS, "[Producer clientId=p] Connection to node -1" + AWAY, later))
                .isTrue();
        assertThat(isWritten(CLIENTS, "[Producer clientId=p] Connection to node -1" + AWAY, later + 1))
                .isFalse();
    }

    @Test
    void others_areWrittenEachTime() {
        for (int i = 0; i < 2; i++) {
            assertThat(isWritten(CLIENTS, "[Producer clientId=p] Error while fetching metadata", i))
                    .isTrue();
            assertThat(isWritten("org.apache.kafka.streams.X", "Connection to node -1" + AWAY, i))
                    .isTrue();
        }
    }
}
