package io.patchboard.kernel.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.registry.RegistryConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * What a decision may wait for ends before its transaction does, with default settings. What waits for others'
 * transactions has no such relation: {@link CommandRounds} looks whether they have ended.
 */
final class TransactionTimeTest {

    @Test
    void registry_isGivenUpInTime() {
        Duration lastRequest = RegistryConfig.of("http://registry").timeout();
        assertThat(KernelApp.REGISTRY_PATIENCE.plus(lastRequest)).isLessThan(StreamsSettings.TRANSACTION_TIMEOUT);
    }

    @Test
    void newQueues_areGivenUpInTime() {
        long requests = 3; // what there is, whether it may be made, and making it
        Duration longest = Duration.ofMillis(requests * TopicSetup.QUEUE_REQUEST_MILLIS);
        assertThat(longest).isLessThan(StreamsSettings.TRANSACTION_TIMEOUT);
    }
}
