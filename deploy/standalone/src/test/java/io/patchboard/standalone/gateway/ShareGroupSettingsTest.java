package io.patchboard.standalone.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.source.Delivery;
import io.patchboard.gateway.source.InvocationSource;
import io.patchboard.gateway.source.SourceConfig;
import io.patchboard.gateway.source.SourceKind;
import io.patchboard.gateway.source.Sources;
import io.patchboard.gateway.source.UnusableSourceException;
import io.patchboard.standalone.broker.GuardedBroker;
import io.patchboard.standalone.broker.KnownTopics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings of a share group where the gateway may not change them. */
final class ShareGroupSettingsTest {

    private static final String GROUP = "g-share";

    @TempDir
    private Path dir;

    private GuardedBroker broker;
    private Admin admin;

    @BeforeEach
    void start() throws Exception {
        broker = GuardedBroker.start(dir);
        Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
        admin = Admin.create(client);
        KnownTopics.create(admin, List.of(new NewTopic(QueueRig.QUEUE, 1, (short) 1)));
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(client, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(QueueRig.QUEUE, QueueRig.invocation("w", "i")))
                    .get();
        }
    }

    @AfterEach
    void stop() {
        admin.close();
        broker.close();
    }

    @Test
    void wrongAndNotToBeChanged_refusedWithTheCommand() throws Exception {
        forbidChanges();
        try (InvocationSource source = open(SourceKind.SHARE)) {
            assertThatThrownBy(() -> source.poll(Duration.ofMillis(100), 1))
                    .isInstanceOf(UnusableSourceException.class)
                    .hasMessageContaining("ALTER_CONFIGS on GROUP " + GROUP)
                    .hasMessageContaining("kafka-configs.sh --bootstrap-server HOST:PORT --alter --entity-type groups"
                            + " --entity-name " + GROUP
                            + " --add-config share.auto.offset.reset=earliest,share.isolation.level=read_committed");
        }
        assertThat(groups()).isEmpty();
    }

    @Test
    void wrongAndNotToBeChanged_autoGoesOnWithoutAShareGroup() throws Exception {
        forbidChanges();
        assertThat(groupsAfterTaking(SourceKind.AUTO)).containsExactly("g");
    }

    @Test
    void rightAndNotToBeChanged_taken() throws Exception {
        admin.incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.GROUP, GROUP),
                        List.of(
                                set("share.isolation.level", "read_committed"),
                                set("share.auto.offset.reset", "earliest"))))
                .all()
                .get();
        ConfigResource group = new ConfigResource(ConfigResource.Type.GROUP, GROUP);
        await().until(() -> "earliest"
                .equals(admin.describeConfigs(List.of(group))
                        .all()
                        .get()
                        .get(group)
                        .get("share.auto.offset.reset")
                        .value()));
        forbidChanges();
        assertThat(groupsAfterTaking(SourceKind.SHARE)).containsExactly(GROUP);
    }

    private static AlterConfigOp set(String name, String value) {
        return new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET);
    }

    private void forbidChanges() throws Exception {
        ResourcePattern group = new ResourcePattern(ResourceType.GROUP, GROUP, PatternType.LITERAL);
        List<AclBinding> rules = List.of(
                new AclBinding(
                        group,
                        new AccessControlEntry(
                                "User:ANONYMOUS", "*", AclOperation.ALTER_CONFIGS, AclPermissionType.DENY)),
                new AclBinding(
                        group,
                        new AccessControlEntry(
                                "User:ANONYMOUS", "*", AclOperation.DESCRIBE_CONFIGS, AclPermissionType.ALLOW)),
                new AclBinding(
                        group,
                        new AccessControlEntry("User:ANONYMOUS", "*", AclOperation.READ, AclPermissionType.ALLOW)),
                new AclBinding(
                        group,
                        new AccessControlEntry("User:ANONYMOUS", "*", AclOperation.DESCRIBE, AclPermissionType.ALLOW)));
        GuardedBroker.rule(admin, rules);
    }

    private List<String> groupsAfterTaking(SourceKind kind) throws Exception {
        try (InvocationSource source = open(kind)) {
            List<Delivery> taken = new ArrayList<>();
            await().atMost(Duration.ofMinutes(5)).until(() -> {
                taken.addAll(source.poll(Duration.ofMillis(200), 1));
                return !taken.isEmpty();
            });
            return groups();
        }
    }

    private List<String> groups() throws Exception {
        return admin.listGroups().all().get().stream()
                .map(listing -> listing.groupId())
                .toList();
    }

    private InvocationSource open(SourceKind kind) {
        return Sources.open(
                new SourceConfig(KafkaConnection.to(broker.bootstrapServers()), "g", kind, List.of(), 8, 8));
    }
}
