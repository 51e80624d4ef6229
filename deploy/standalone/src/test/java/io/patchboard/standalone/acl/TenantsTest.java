package io.patchboard.standalone.acl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.GuardedBroker;
import io.patchboard.standalone.broker.KnownTopics;
import io.patchboard.standalone.broker.SecuredBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two tenants on one broker: who has every right of the one that {@code acl} prints can do nothing to the other. */
class TenantsTest {

    private static final Topics ACME = new Topics("acme.");
    private static final Topics GLOBEX = new Topics("globex.");

    @TempDir
    Path dir;

    @Test
    void allRightsOfOneTenant_areNoneOfTheOther() throws Exception {
        try (SecuredBroker broker = SecuredBroker.start(dir)) {
            List<String> theirs = Stream.of(
                            GLOBEX.commands(),
                            GLOBEX.proposals(),
                            GLOBEX.committed(),
                            GLOBEX.rejected(),
                            GLOBEX.invocations("default"),
                            GLOBEX.blueprints(),
                            GLOBEX.checkpoints(),
                            GLOBEX.keys())
                    .toList();
            KnownTopics.create(
                    broker.admin(),
                    Stream.concat(theirs.stream(), Stream.of(ACME.proposals()))
                            .map(name -> new NewTopic(name, 1, (short) 1))
                            .toList());
            Map<String, Object> acme = new HashMap<>(broker.user("acme"));
            acme.put("bootstrap.servers", broker.bootstrapServers());
            GuardedBroker.rule(broker.admin(), rights());

            try (Admin admin = Admin.create(acme)) {
                assertThat(admin.listTopics().names().get()).containsExactly(ACME.proposals());
                assertThatThrownBy(() -> admin.deleteTopics(theirs).all().get())
                        .hasCauseInstanceOf(TopicAuthorizationException.class);
                assertThatThrownBy(() -> admin.deleteConsumerGroups(List.of(GLOBEX.kernelGroup()))
                                .all()
                                .get())
                        .hasCauseInstanceOf(GroupAuthorizationException.class);
                assertThatThrownBy(() -> admin.createTopics(List.of(new NewTopic("globex.other", 1, (short) 1)))
                                .all()
                                .get())
                        .hasCauseInstanceOf(TopicAuthorizationException.class);
            }
            acme.put("max.block.ms", 60_000);
            try (KafkaProducer<String, String> producer =
                    new KafkaProducer<>(acme, new StringSerializer(), new StringSerializer())) {
                producer.send(new ProducerRecord<>(ACME.proposals(), "{}")).get();
                for (String topic : theirs) {
                    assertThatThrownBy(() -> producer.send(new ProducerRecord<>(topic, "{}"))
                                    .get())
                            .as(topic)
                            .isInstanceOf(ExecutionException.class)
                            .hasCauseInstanceOf(TopicAuthorizationException.class);
                }
            }
            for (String topic : theirs) {
                assertThatThrownBy(() -> read(acme, "acme-any", topic))
                        .as(topic)
                        .isInstanceOf(TopicAuthorizationException.class);
            }
            assertThatThrownBy(() -> join(acme, "globex-gateway", ACME.proposals()))
                    .isInstanceOf(GroupAuthorizationException.class);
            Map<String, Object> kernel = new HashMap<>(acme);
            kernel.put("transactional.id", GLOBEX.kernelGroup() + "-1");
            try (KafkaProducer<String, String> producer =
                    new KafkaProducer<>(kernel, new StringSerializer(), new StringSerializer())) {
                assertThatThrownBy(producer::initTransactions)
                        .isInstanceOf(TransactionalIdAuthorizationException.class);
            }
        }
    }

    private static List<AclBinding> rights() {
        return Part.rights(List.of(Part.values()), ACME, List.of(), "acme-").stream()
                .flatMap(right -> Servers.bindings(right, "acme").stream())
                .toList();
    }

    private static void read(Map<String, Object> client, String group, String topic) {
        try (KafkaConsumer<String, String> consumer = consumer(client, group)) {
            TopicPartition partition = new TopicPartition(topic, 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            while (true) {
                consumer.poll(Duration.ofSeconds(1));
            }
        }
    }

    private static void join(Map<String, Object> client, String group, String topic) {
        try (KafkaConsumer<String, String> consumer = consumer(client, group)) {
            consumer.subscribe(List.of(topic));
            while (true) {
                consumer.poll(Duration.ofSeconds(1));
            }
        }
    }

    private static KafkaConsumer<String, String> consumer(Map<String, Object> client, String group) {
        Map<String, Object> settings = new HashMap<>(client);
        settings.put("group.id", group);
        return new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
    }
}
