package io.patchboard.kernel.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class TopicSettingsTest {

    @Test
    void wrong_brokerDefaults_namesAllThatDiffer() {
        Map<String, String> defaults = Map.of(
                "retention.ms", "604800000", "max.message.bytes", "1048588", "message.timestamp.type", "CreateTime");

        assertThat(TopicSettings.wrong(TopicSettings.LOG_TOPIC, defaults))
                .containsExactlyInAnyOrderEntriesOf(Map.of("retention.ms", "-1", "max.message.bytes", "16777216"));
        assertThat(TopicSettings.wrong(TopicSettings.INPUT_TOPIC, defaults))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("message.timestamp.type", "LogAppendTime", "max.message.bytes", "16777216"));
    }

    @Test
    void wrong_largerRecordsThanNeeded_isFine() {
        assertThat(TopicSettings.wrong(
                        TopicSettings.LOG_TOPIC, Map.of("retention.ms", "-1", "max.message.bytes", "100000000")))
                .isEmpty();
    }

    @Test
    void wrong_settingThatIsNotSeen_isSet() {
        assertThat(TopicSettings.wrong(TopicSettings.INPUT_TOPIC, Map.of()))
                .containsOnlyKeys("message.timestamp.type", "max.message.bytes");
    }
}
