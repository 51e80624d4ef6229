package io.patchboard.standalone.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lets one warning in half a minute through of those by which Kafka's clients say that a broker cannot be reached: each
 * client of the process gives two of them in a second.
 */
public final class RepeatedWarnings extends Filter<ILoggingEvent> {

    static final Duration BETWEEN_LINES = Duration.ofSeconds(30);

    private static final String CLIENTS = "org.apache.kafka.clients.NetworkClient";
    private static final Pattern CONNECTION = Pattern.compile("Connection to node (-?\\d+) .*could not be established");
    /** Follows on the one above, which says more. */
    private static final Pattern BOOTSTRAP = Pattern.compile("Bootstrap broker .*\\(id: (-?\\d+) .*disconnected");

    /** When each node was last said to be away, in milliseconds. */
    private final Map<String, Long> told = new HashMap<>();

    @Override
    public FilterReply decide(ILoggingEvent event) {
        return event.getLevel() == Level.WARN
                        && event.getLoggerName().equals(CLIENTS)
                        && node(event.getFormattedMessage())
                                .filter(node -> isRepeated(node, event.getTimeStamp()))
                                .isPresent()
                ? FilterReply.DENY
                : FilterReply.NEUTRAL;
    }

    private static Optional<String> node(String message) {
        return Optional.of(CONNECTION.matcher(message))
                .filter(Matcher::find)
                .or(() -> Optional.of(BOOTSTRAP.matcher(message)).filter(Matcher::find))
                .map(found -> found.group(1));
    }

    private synchronized boolean isRepeated(String node, long millis) {
        Long last = told.get(node);
        if (last != null && millis >= last && millis - last < BETWEEN_LINES.toMillis()) {
            return true;
        }
        told.put(node, millis);
        return false;
    }
}
