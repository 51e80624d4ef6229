package io.patchboard.standalone.again;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogSource;
import io.patchboard.gateway.runner.ShadowAnswer;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What gateways have written down of a worker's shadow. */
public final class ShadowRecords {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final JsonReader READER = new JsonReader(JsonLimits.DEFAULT);

    private final Map<String, ShadowAnswer> byInvocation = new HashMap<>();

    private ShadowRecords() {}

    /** All that is kept. An invocation that was taken twice counts with its latest answer. */
    public static ShadowRecords read(KafkaConnection connection, String worker) {
        ShadowRecords records = new ShadowRecords();
        try (LogSource topic =
                LogSource.openTopics(connection, Set.of(connection.topics().trajectories()))) {
            topic.markEnd();
            while (topic.left().missing() > 0) {
                for (ConsumerRecord<byte[], byte[]> record : topic.poll(POLL)) {
                    answer(record)
                            .filter(found -> found.worker().equals(worker))
                            .ifPresent(found ->
                                    records.byInvocation.put(key(found.boardId(), found.invocationId()), found));
                }
            }
        }
        return records;
    }

    /** What somebody has written there by hand may be anything. */
    private static Optional<ShadowAnswer> answer(ConsumerRecord<byte[], byte[]> record) {
        try {
            return record.value() == null ? Optional.empty() : ShadowAnswer.read(READER.read(record.value()));
        } catch (JsonSyntaxException e) {
            return Optional.empty();
        }
    }

    private static String key(String boardId, String invocationId) {
        return boardId + "\n" + invocationId;
    }

    public Optional<ShadowAnswer> of(PastInvocation past) {
        return Optional.ofNullable(
                byInvocation.get(key(past.entry().boardId(), past.invoked().invocationId())));
    }

    public int size() {
        return byInvocation.size();
    }
}
