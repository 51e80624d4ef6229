package io.patchboard.client.seal;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.app.TopicSettings;
import io.patchboard.record.Topics;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is asked of a topic of keys that somebody else has made. */
class KeyTopicTest {

    private static final Topics TOPICS = new Topics("some.");
    private static final Map<String, String> WANTED = TopicSettings.wanted(TOPICS, TOPICS.keys());

    @Test
    void ownTopic_isAsItIsAskedFor() {
        assertThat(KeyTopic.SETTINGS).isEqualTo(WANTED);
    }

    @Test
    void compactedTopicWithDefaults_wouldKeepDestroyedKeys() {
        Map<String, String> defaults = Map.of(
                "cleanup.policy",
                "compact",
                "segment.ms",
                "604800000",
                "min.cleanable.dirty.ratio",
                "0.5",
                "max.compaction.lag.ms",
                "9223372036854775807",
                "delete.retention.ms",
                "86400000",
                "file.delete.delay.ms",
                "60000");

        assertThat(TopicSettings.wrong(WANTED, defaults))
                .containsOnlyKeys(
                        "segment.ms",
                        "min.cleanable.dirty.ratio",
                        "max.compaction.lag.ms",
                        "delete.retention.ms",
                        "file.delete.delay.ms");
    }

    @Test
    void topicThatIsCompactedSooner_isFine() {
        Map<String, String> sooner = new HashMap<>(WANTED);
        sooner.put("segment.ms", "1000");
        sooner.put("min.cleanable.dirty.ratio", "0.0");

        assertThat(TopicSettings.wrong(WANTED, sooner)).isEmpty();
    }
}
