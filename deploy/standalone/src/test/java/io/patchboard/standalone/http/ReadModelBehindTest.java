package io.patchboard.standalone.http;

import static org.awaitility.Awaitility.await;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogTopics;
import io.patchboard.client.log.SampleLog;
import io.patchboard.client.model.BoardModel;
import io.patchboard.standalone.broker.GuardedBroker;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A read model says when it no longer follows the log. */
@Tag("long")
class ReadModelBehindTest {

    private static final Duration LONGEST = Duration.ofMinutes(3);

    @TempDir
    static Path dir;

    @Test
    void brokerGoesAway_isUpToDateNoMore() throws Exception {
        try (GuardedBroker broker = GuardedBroker.start(dir.resolve("broker"))) {
            try (LogTopics log = new LogTopics(broker.bootstrapServers())) {
                log.commit(SampleLog.completed("b").entries());
            }
            KafkaConnection connection = KafkaConnection.to(broker.bootstrapServers());
            try (BoardModel boards = BoardModel.follow(connection, dir.resolve("model"))) {
                await().atMost(LONGEST).until(boards::isUpToDate);
                broker.close();
                await().atMost(LONGEST).until(() -> !boards.isUpToDate());
            }
        }
    }
}
