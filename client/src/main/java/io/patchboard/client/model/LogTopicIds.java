package io.patchboard.client.model;

import io.patchboard.client.KafkaConnection;
import io.patchboard.record.Topics;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicListing;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;

/** The topics of a cluster that have boards' logs. */
final class LogTopicIds {

    private LogTopicIds() {}

    /** Their ids, by name. A topic that was deleted and made again has another. */
    static Map<String, String> of(KafkaConnection connection, Admin admin) {
        Topics topics = connection.topics();
        Set<String> logs = Set.of(topics.committed(), topics.rejected());
        try {
            Map<String, String> found = new HashMap<>();
            for (TopicListing topic : admin.listTopics().listings().get()) {
                if (logs.contains(topic.name()) || topics.holdsInvocations(topic.name())) {
                    found.put(topic.name(), topic.topicId().toString());
                }
            }
            return found;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
