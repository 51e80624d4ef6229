package io.patchboard.standalone.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.spi.FilterReply;
import org.junit.jupiter.api.Test;

final class HarmlessWarningsTest {

    private static final String SHARES = "kafka.server.share.SharePartitionManager";

    private final LoggerContext logging = new LoggerContext();
    private final HarmlessWarnings filter = new HarmlessWarnings();

    private boolean isWritten(String logger, String message) {
        LoggingEvent event = new LoggingEvent("", logging.getLogger(logger), Level.ERROR, message, null, null);
        return filter.decide(event) == FilterReply.NEUTRAL;
    }

    @Test
    void nodeThatStops_underAGateway_saysNothingOfItsShares_andOfOtherTroubleAll() {
        assertThat(isWritten(
                        SHARES,
                        "No share partition found for groupId patchboard-gateway-share topicPartition"
                                + " AIxpg25wTtSAbb_BG5YgIg:patchboard.invocations.default-2 while releasing acquired topic"
                                + " partitions"))
                .isFalse();
        assertThat(isWritten(SHARES, "Failed to initialize the share partition: g-t-0"))
                .isTrue();
    }

    @Test
    void firstInvocationOfANewQueue_saysNothingOfALeaderThatIsJustBeingMade_andOfOtherTroubleAll() {
        String sender = "org.apache.kafka.clients.producer.internals.Sender";
        String said = "[Producer clientId=p] Received invalid metadata error in produce request on partition"
                + " patchboard.invocations.notes-2 due to org.apache.kafka.common.errors.%s: For requests intended only"
                + " for the leader, this error indicates ... Going to request metadata update now";

        assertThat(isWritten(sender, said.formatted("NotLeaderOrFollowerException")))
                .isFalse();
        assertThat(isWritten(sender, said.formatted("KafkaStorageException"))).isTrue();
    }

    @Test
    void gatewayWithLimits_saysNothingOfTheTopicThatItsGroupNeverTakes_andOfOtherGroupsAll() {
        String coordinator = "org.apache.kafka.clients.consumer.internals.ConsumerCoordinator";
        String said = "[Consumer clientId=%1$s, groupId=%1$s] The following subscribed topics are not assigned to any"
                + " members: [patchboard.proposals] ";

        assertThat(isWritten(coordinator, said.formatted("patchboard.limits"))).isFalse();
        assertThat(isWritten(coordinator, said.formatted("patchboard-gateway"))).isTrue();
    }
}
