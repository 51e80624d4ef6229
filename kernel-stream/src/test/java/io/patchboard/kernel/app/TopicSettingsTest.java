package io.patchboard.kernel.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TopicSettingsTest {

    @Test
    void wrong_brokerDefaults_namesAllThatDiffer() {
        Map<String, String> defaults = Map.of(
                "cleanup.policy",
                "delete",
                "retention.bytes",
                "-1",
                "retention.ms",
                "604800000",
                "max.message.bytes",
                "1048588",
                "message.timestamp.type",
                "CreateTime",
                "message.timestamp.after.max.ms",
                "3600000");

        assertThat(TopicSettings.wrong(TopicSettings.LOG_TOPIC, defaults))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "retention.ms",
                        "-1",
                        "max.message.bytes",
                        "4194304",
                        "message.timestamp.after.max.ms",
                        "9223372036854775807"));
        assertThat(TopicSettings.wrong(TopicSettings.INPUT_TOPIC, defaults))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("message.timestamp.type", "LogAppendTime", "max.message.bytes", "4194304"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "compact,delete", ""})
    void wrong_recordsThatWouldBeDropped_namesIt(String policy) {
        for (Map<String, String> wanted : List.of(TopicSettings.LOG_TOPIC, TopicSettings.INPUT_TOPIC)) {
            Map<String, String> actual = new HashMap<>(wanted);
            actual.put("cleanup.policy", policy);
            actual.put("retention.bytes", "1000000");

            assertThat(TopicSettings.wrong(wanted, actual))
                    .containsExactlyInAnyOrderEntriesOf(Map.of("cleanup.policy", "delete", "retention.bytes", "-1"));
        }
    }

    /** Whoever publishes makes it, and a kernel never writes to it. */
    @Test
    void wanted_ofPublishedBlueprints_saysNothingOfTimes() {
        Topics topics = new Topics("some.");

        assertThat(TopicSettings.wanted(topics, topics.committed())).containsKey("message.timestamp.after.max.ms");
        assertThat(TopicSettings.wanted(topics, topics.blueprints()))
                .containsOnlyKeys("cleanup.policy", "retention.ms", "retention.bytes", "max.message.bytes");
    }

    @Test
    void wrong_largerRecordsThanNeeded_isFine() {
        Map<String, String> actual = new HashMap<>(TopicSettings.LOG_TOPIC);
        actual.put("max.message.bytes", "100000000");

        assertThat(TopicSettings.wrong(TopicSettings.LOG_TOPIC, actual)).isEmpty();
    }

    @Test
    void wrong_settingThatIsNotSeen_isSet() {
        assertThat(TopicSettings.wrong(TopicSettings.INPUT_TOPIC, Map.of()))
                .containsOnlyKeys("cleanup.policy", "retention.bytes", "message.timestamp.type", "max.message.bytes");
    }
}
