package io.patchboard.gateway.submit;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class OwnTopicTest {

    @Test
    void whileThereIsNoBroker_aFewMegabytesWait_andMoreAreRefused_untilTheGatewayCloses() {
        List<CompletableFuture<Void>> sent = new ArrayList<>();
        try (OwnTopic topic = new OwnTopic(KafkaConnection.to("127.0.0.1:1"), "t", Map.of())) {
            for (int i = 0; i < 50; i++) {
                sent.add(topic.send("k", new byte[1_000_000]).toCompletableFuture());
            }

            assertThat(sent.subList(0, 32)).noneMatch(CompletableFuture::isDone);
            assertThat(sent.subList(36, 50)).allMatch(CompletableFuture::isCompletedExceptionally);
        }
        assertThat(sent).allMatch(CompletableFuture::isCompletedExceptionally);
    }
}
