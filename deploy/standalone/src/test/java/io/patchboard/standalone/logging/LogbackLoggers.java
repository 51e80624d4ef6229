package io.patchboard.standalone.logging;

import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import java.time.Duration;
import org.slf4j.LoggerFactory;

/** Loggers that a test listens to. */
public final class LogbackLoggers {

    private LogbackLoggers() {}

    /** Waits for Logback: while another thread starts it, SLF4J gives stand-ins. */
    public static Logger of(String name) {
        return await().atMost(Duration.ofMinutes(1))
                .until(
                        () -> LoggerFactory.getLogger(name) instanceof Logger logger ? logger : null,
                        one -> one != null);
    }
}
