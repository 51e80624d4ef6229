package io.patchboard.standalone.sources.feed;

import io.patchboard.client.KafkaConnection;
import io.patchboard.record.ContractLimits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * The topics that a source writes to. Those of requests are the kernel's to make: a broker that makes whatever is
 * written to would make them with other settings. That of dead letters, which are kept until somebody takes them away,
 * is made here.
 */
final class NeededTopics {

    private static final Duration ANSWER = Duration.ofSeconds(30);

    private static final Map<String, String> OF_DEAD_LETTERS = Map.of(
            "cleanup.policy",
            "delete",
            "retention.ms",
            "-1",
            "retention.bytes",
            "-1",
            "max.message.bytes",
            Integer.toString(ContractLimits.MAX_RECORD_BYTES));

    private NeededTopics() {}

    /**
     * @param read the topic that the source reads; absent if it reads none
     * @throws KafkaException if one is not there; the message says which
     */
    static void require(KafkaConnection connection, Optional<String> read) {
        try (Admin admin = Admin.create(connection.adminConfig("patchboard-sources", connection.patience(ANSWER)))) {
            Set<String> there = admin.listTopics().names().get();
            String commands = connection.topics().commands();
            Stream.of(commands, connection.topics().proposals())
                    .filter(topic -> !there.contains(topic))
                    .findFirst()
                    .ifPresent(topic -> {
                        throw new KafkaException("Expected the topic " + topic + ", which a kernel makes, but there is"
                                + " none, or these credentials may not see it. Start a kernel, or name another beginning"
                                + " of the topics with --prefix; \"patchboard acl --for sources\" prints the rights.");
                    });
            read.filter(topic -> !there.contains(topic)).ifPresent(topic -> {
                throw new KafkaException("Expected the topic " + topic
                        + " to read, but there is none yet, or these credentials may not see it.");
            });
            if (!there.contains(connection.topics().deadLetters())) {
                makeDeadLetters(connection.topics().deadLetters(), admin);
            }
        } catch (ExecutionException e) {
            throw new KafkaException(
                    "Expected to list topics and to make " + connection.topics().deadLetters() + ", but: "
                            + e.getCause().getMessage(),
                    e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private static void makeDeadLetters(String name, Admin admin) throws ExecutionException, InterruptedException {
        try {
            admin.createTopics(List.of(new NewTopic(name, Optional.of(1), Optional.empty()).configs(OF_DEAD_LETTERS)))
                    .all()
                    .get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }
}
