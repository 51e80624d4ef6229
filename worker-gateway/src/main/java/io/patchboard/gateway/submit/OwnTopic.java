package io.patchboard.gateway.submit;

import io.patchboard.client.KafkaConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.TopicExistsException;

/** A topic that gateways make where there is none. */
final class OwnTopic {

    private OwnTopic() {}

    static void require(KafkaConnection connection, String topic, Map<String, String> settings, Duration patience)
            throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(connection.adminConfig("patchboard-topics", connection.patience(patience)))) {
            if (!admin.listTopics().names().get().contains(topic)) {
                admin.createTopics(List.of(new NewTopic(topic, Optional.empty(), Optional.empty()).configs(settings)))
                        .all()
                        .get();
            }
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }
}
