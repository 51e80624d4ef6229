package io.patchboard.gateway.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShareGroupSourceTest {

    @ParameterizedTest(name = "{0} taken, {1} worked on at once: batches of {2}")
    @CsvSource({
        "1064,   64, 64",
        "1064, 1000, 64",
        "1064,   20, 20",
        "1064,    4,  8",
        " 192,   64, 12",
        "   5,   64,  5",
    })
    void batch_isWhatCanBeWorkedOnAtOnce_withinBounds(int maxTaken, int atOnce, String batch) {
        SourceConfig config =
                new SourceConfig(KafkaConnection.to("127.0.0.1:1"), "g", SourceKind.SHARE, List.of(), maxTaken, atOnce);

        assertThat(ShareGroupSource.settings(config)).containsEntry(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, batch);
    }
}
