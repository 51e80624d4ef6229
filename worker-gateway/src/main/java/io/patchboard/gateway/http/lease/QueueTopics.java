package io.patchboard.gateway.http.lease;

import io.patchboard.record.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Whether a queue has a topic. A consumer of one that is not there would tell so in the log twice a second. */
public final class QueueTopics implements Predicate<String>, AutoCloseable {

    private static final int ANSWER_SECONDS = 10;

    private final Admin admin;
    private final Topics topics;

    /** @param settings of the client; {@code bootstrap.servers} among them */
    public QueueTopics(Map<String, Object> settings, Topics topics) {
        this.admin = Admin.create(settings);
        this.topics = topics;
    }

    /** @throws KafkaException if Kafka does not say */
    @Override
    public boolean test(String queue) {
        try {
            admin.describeTopics(List.of(topics.invocations(queue)))
                    .allTopicNames()
                    .get(ANSWER_SECONDS, TimeUnit.SECONDS);
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return false;
            }
            throw new KafkaException("Expected to learn whether queue " + queue + " exists, but: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new KafkaException("Expected to learn whether queue " + queue + " exists, but got no answer.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }
}
