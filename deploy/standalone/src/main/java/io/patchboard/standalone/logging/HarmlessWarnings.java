package io.patchboard.standalone.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.List;
import java.util.stream.Stream;

/**
 * Drops the warnings that Kafka 4.3 gives at every healthy start and stop of a single node, and after a kill. Its other
 * warnings, also those of the same loggers, stay, because they are how a lost connection or a failing disk is noticed.
 */
public final class HarmlessWarnings extends Filter<ILoggingEvent> {

    private static final List<String> HARMLESS = List.of(
            "Performing controller activation.",
            "Attempting to close NetworkClient that has already been closed.",
            // The client asked for a topic that its own request is just creating.
            "The metadata response from the cluster reported a recoverable issue",
            // Two clients needed the topic at once, and the other one was first.
            "with error 'TOPIC_ALREADY_EXISTS'",
            // There is no global thread.
            "Processing exception handler is not enabled for the GlobalThread.",
            // Whoever runs a board in a temporary directory means it to go away.
            "Using an OS temp directory in the state.dir property",
            // Partitions moved while an answer about them was under way, as they do at every start.
            "Not updating last stable offset for partition",
            "NOT_LEADER_OR_FOLLOWER",
            "due to org.apache.kafka.common.errors.NotLeaderOrFollowerException",
            "because the partition is not online or is no longer the leader",
            // The coordinator is up before the broker's own port is.
            "[TransactionCoordinator id=1] Connection to node 1",
            // The transaction before is being ended, and the producer tries again.
            "Error: CONCURRENT_TRANSACTIONS",
            // The machine was busy for longer than two heartbeats; the only broker stays in office.
            "controller event queue overloaded",
            // The node is stopping, and its coordinators hear of it after their own end.
            "EventProcessor is closed",
            // The node is stopping, and has closed what a gateway's share group had before the group lets go of it.
            "while releasing acquired topic partitions",
            // Gateways with limits are in one group to hear of each other; what it names as its topic is not read.
            "limits] The following subscribed topics are not assigned to any members",
            // After a kill: under exactly-once, stores are then rebuilt from their changelogs.
            "did not find checkpoint offsets while stores are not empty",
            "are corrupted and hence need to be re-initialized",
            "TaskCorruptedException",
            "Encounter corrupted task",
            "Detected the states of tasks");

    /** The broker registers with its controller before that has taken office, and tries again. */
    private static final String NOT_YET_IN_OFFICE = "org.apache.kafka.common.errors.NotControllerException";

    @Override
    public FilterReply decide(ILoggingEvent event) {
        return fromKafka(event) && (isHarmless(event) || isTooEarly(event)) ? FilterReply.DENY : FilterReply.NEUTRAL;
    }

    private static boolean fromKafka(ILoggingEvent event) {
        return event.getLevel().isGreaterOrEqual(Level.WARN)
                && Stream.of("org.apache.kafka.", "kafka.").anyMatch(event.getLoggerName()::startsWith);
    }

    private static boolean isHarmless(ILoggingEvent event) {
        return HARMLESS.stream().anyMatch(event.getFormattedMessage()::contains);
    }

    private static boolean isTooEarly(ILoggingEvent event) {
        for (IThrowableProxy e = event.getThrowableProxy(); e != null; e = e.getCause()) {
            if (e.getClassName().equals(NOT_YET_IN_OFFICE)) {
                return event.getLoggerName().equals("kafka.server.ControllerApis");
            }
        }
        return false;
    }
}
