package io.patchboard.standalone.sources.feed;

import io.patchboard.client.KafkaConnection;
import io.patchboard.record.ContractLimits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicExistsException;

/** The topic of events of which nothing could be made. They are kept until somebody takes them away. */
final class DeadLetterTopic {

    private static final Duration ANSWER = Duration.ofSeconds(30);

    private static final Map<String, String> SETTINGS = Map.of(
            "cleanup.policy",
            "delete",
            "retention.ms",
            "-1",
            "retention.bytes",
            "-1",
            "max.message.bytes",
            Integer.toString(ContractLimits.MAX_RECORD_BYTES));

    private DeadLetterTopic() {}

    /** @throws KafkaException if it is not there and cannot be made */
    static void ensure(KafkaConnection connection) {
        NewTopic topic =
                new NewTopic(connection.topics().deadLetters(), Optional.of(1), Optional.empty()).configs(SETTINGS);
        try (Admin admin = Admin.create(connection.adminConfig("patchboard-sources", connection.patience(ANSWER)))) {
            admin.createTopics(List.of(topic)).all().get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw new KafkaException(
                        "Expected to make the topic " + topic.name() + ", but: "
                                + e.getCause().getMessage(),
                        e.getCause());
            }
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
