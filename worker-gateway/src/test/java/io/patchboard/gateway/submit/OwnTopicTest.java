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

            // The first is given up after 10 s without a broker, and then the next.
            assertThat(sent.subList(8, 33)).noneMatch(CompletableFuture::isDone);
        }

        assertThat(sent).allMatch(CompletableFuture::isCompletedExceptionally);
        assertThat(sent.subList(0, 33)).noneMatch(OwnTopicTest::refused);
        // Whenever its thread begins, it makes room for one more, and on a busy machine for some.
        assertThat(sent.subList(33, 50)).filteredOn(OwnTopicTest::refused).hasSizeGreaterThan(10);
    }

    private static boolean refused(CompletableFuture<Void> sent) {
        return sent.exceptionNow().getMessage().contains("wait to be written");
    }
}
