package io.patchboard.standalone.acl;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.patchboard.record.Topics;
import io.patchboard.standalone.logging.LogbackLoggers;
import java.util.List;
import java.util.stream.Collectors;

/** What the parts and their clients say of some topics, groups and rights. */
final class Complaints implements AutoCloseable {

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Topics topics;

    Complaints(Topics topics) {
        this.topics = topics;
        log.start();
        root().addAppender(log);
    }

    private static Logger root() {
        return LogbackLoggers.of(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    String said() {
        return List.copyOf(log.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(message -> message.contains("uthoriz") || message.contains("Expected"))
                .filter(message -> message.contains(topics.prefix()))
                .collect(Collectors.joining("\n"));
    }

    @Override
    public void close() {
        root().detachAppender(log);
    }
}
