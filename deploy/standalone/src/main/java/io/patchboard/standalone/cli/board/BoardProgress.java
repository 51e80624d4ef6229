package io.patchboard.standalone.cli.board;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogSource;
import io.patchboard.gateway.runner.Checkpoint;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** How far workers say that they have come with what a board asks them. */
final class BoardProgress {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final JsonReader READER = new JsonReader(JsonLimits.DEFAULT);

    private BoardProgress() {}

    /** The latest of each key. */
    static Map<String, Checkpoint> latest(KafkaConnection connection, String boardId) {
        Map<String, Checkpoint> latest = new HashMap<>();
        try (LogSource topic =
                LogSource.openTopics(connection, Set.of(connection.topics().checkpoints()))) {
            topic.markEnd();
            while (topic.left().missing() > 0) {
                for (ConsumerRecord<byte[], byte[]> record : topic.poll(POLL)) {
                    checkpoint(record)
                            .filter(found -> found.boardId().equals(boardId))
                            .ifPresent(found -> latest.put(new String(record.key(), StandardCharsets.UTF_8), found));
                }
            }
        }
        return latest;
    }

    /** What somebody has written there by hand may be anything. */
    private static Optional<Checkpoint> checkpoint(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null || record.value() == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Checkpoint.read(READER.read(record.value())));
        } catch (JsonSyntaxException e) {
            return Optional.empty();
        }
    }
}
