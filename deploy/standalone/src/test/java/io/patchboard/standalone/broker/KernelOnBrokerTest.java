package io.patchboard.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.patchboard.kernel.app.KernelApp;
import io.patchboard.kernel.app.KernelConfig;
import io.patchboard.record.Topics;
import io.patchboard.standalone.crash.CommittedLog;
import io.patchboard.standalone.logging.LogbackLoggers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

/** What the kernel makes of topics, rights and stores on a broker that is not as it would like. */
final class KernelOnBrokerTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private static Path dir;

    private static GuardedBroker broker;
    private static Admin admin;
    private static int prefixes;

    private final Topics topics = new Topics("kernel" + prefixes++ + ".");

    @BeforeAll
    static void start() throws Exception {
        broker = GuardedBroker.start(dir.resolve("broker"));
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    @AfterAll
    static void stop() {
        admin.close();
        broker.close();
    }

    private KernelConfig.Builder kernel() {
        return KernelConfig.builder(
                        broker.bootstrapServers(),
                        dir.resolve(topics.prefix()),
                        "a secret of some bytes".getBytes(StandardCharsets.UTF_8))
                .prefix(topics.prefix())
                .partitions(1);
    }

    @Test
    void topicsThatWouldDropRecords_arePutRight() throws Exception {
        Map<String, String> dropping =
                Map.of("cleanup.policy", "compact", "retention.bytes", "1000000", "retention.ms", "1000");
        KnownTopics.create(
                admin,
                List.of(
                        new NewTopic(topics.proposals(), 1, (short) 1).configs(dropping),
                        new NewTopic(topics.committed(), 1, (short) 1).configs(dropping)));

        KernelApp.start(kernel().build()).close();

        // The broker learns them from its controller.
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(settings(topics.proposals()))
                    .containsEntry("cleanup.policy", "delete")
                    .containsEntry("retention.bytes", "-1");
            assertThat(settings(topics.committed()))
                    .containsEntry("cleanup.policy", "delete")
                    .containsEntry("retention.bytes", "-1")
                    .containsEntry("retention.ms", "-1");
        });
    }

    @Test
    void boardWhoseTimeIsAheadOfTheBroker_isDecided() throws Exception {
        try (KernelApp kernel = KernelApp.start(kernel().build())) {
            ConfigResource commands = new ConfigResource(ConfigResource.Type.TOPIC, topics.commands());
            List<AlterConfigOp> timeOfTheSender = Stream.of(
                            new ConfigEntry("message.timestamp.type", "CreateTime"),
                            new ConfigEntry("message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE)))
                    .map(setting -> new AlterConfigOp(setting, AlterConfigOp.OpType.SET))
                    .toList();
            admin.incrementalAlterConfigs(Map.of(commands, timeOfTheSender))
                    .all()
                    .get();
            long ahead = Instant.parse("2100-01-01T00:00:00Z").toEpochMilli();
            byte[] command = createCommand("ahead", List.of("default"), "c").getBytes(StandardCharsets.UTF_8);
            var record = new ProducerRecord<>(topics.commands(), null, ahead, "ahead", command);
            try (KafkaProducer<String, byte[]> producer = producer()) {
                await("the setting")
                        .atMost(PATIENCE)
                        .ignoreExceptions()
                        .until(() -> producer.send(record).get().timestamp() == ahead);
            }
            await("an outcome")
                    .atMost(PATIENCE)
                    .until(() -> kernel.failure().toCompletableFuture().isDone()
                            || log("ahead").stream().anyMatch(entry -> entry.contains("\"time\":\"2100-01-01")));
            assertThat(kernel.failure().toCompletableFuture()).isNotDone();
        }
    }

    private static Map<String, String> settings(String topic) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return admin.describeConfigs(List.of(resource)).all().get().get(resource).entries().stream()
                .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value));
    }

    @Test
    void moreQueuesThanThereMayBe_noneIsMade() throws Exception {
        try (KernelApp kernel = KernelApp.start(kernel().mostQueues(2).build())) {
            assertThat(create("three", List.of("a", "b", "c")))
                    .contains("\"CommandRejected\"", "\"unknown-queue\"", "at most 2 queues", "3 more");
            assertThat(queues()).isEmpty();
            assertThat(create("two", List.of("a", "b"))).contains("\"BoardCreated\"");
            assertThat(queues()).containsExactlyInAnyOrder("a", "b");
            assertThat(create("again", List.of("b", "c"))).contains("\"unknown-queue\"", "there are 2");
            assertThat(create("known", List.of("b"))).contains("\"BoardCreated\"");
            assertThat(kernel.failure().toCompletableFuture()).isNotDone();
        }
    }

    /** Returns the first entry of the board's log. */
    private String create(String board, List<String> queues) throws Exception {
        create(board, queues, "c");
        return await("an outcome of " + board)
                .atMost(PATIENCE)
                .until(() -> log(board), log -> !log.isEmpty())
                .get(0);
    }

    private void create(String board, List<String> queues, String id) throws Exception {
        byte[] command = createCommand(board, queues, id).getBytes(StandardCharsets.UTF_8);
        try (KafkaProducer<String, byte[]> producer = producer()) {
            producer.send(new ProducerRecord<>(topics.commands(), board, command))
                    .get();
        }
    }

    private static String createCommand(String board, List<String> queues, String id) {
        String workers = queues.stream()
                .map(queue -> "\"w" + queues.indexOf(queue) + "\":{\"unsolicited\":true,\"queue\":\"" + queue + "\"}")
                .collect(Collectors.joining(","));
        return "{\"type\":\"CreateBoard\",\"commandId\":\"" + id + "\",\"boardId\":\"" + board
                + "\",\"blueprint\":{\"apiVersion\":\"patchboard/v1\",\"name\":\"n\",\"state\":{\"schema\":{},\"initial\":{}},"
                + "\"workers\":{" + workers + "}},\"input\":{}}";
    }

    private List<String> log(String board) {
        Set<String> log = Set.of(topics.committed(), topics.rejected());
        return CommittedLog.records(broker.bootstrapServers(), log::contains).stream()
                .map(record -> new String(record.value(), StandardCharsets.UTF_8))
                .filter(entry -> entry.contains("\"boardId\":\"" + board + "\""))
                .toList();
    }

    private Set<String> queues() throws Exception {
        String beginning = topics.invocations("");
        return admin.listTopics().names().get().stream()
                .filter(topic -> topic.startsWith(beginning))
                .map(topic -> topic.substring(beginning.length()))
                .collect(Collectors.toSet());
    }

    @Test
    void damagedStore_isRestored() throws Exception {
        Path store = boardInAStore();
        try (Stream<Path> files = Files.list(store)) {
            for (Path file : files.filter(name -> name.getFileName().toString().startsWith("MANIFEST"))
                    .toList()) {
                Files.delete(file);
            }
        }
        assertBoardIsThere();
    }

    @Test
    void lockedStore_isWaitedFor() throws Exception {
        Path store = boardInAStore();
        List<ColumnFamilyDescriptor> families = RocksDB.listColumnFamilies(new Options(), store.toString()).stream()
                .map(ColumnFamilyDescriptor::new)
                .toList();
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        Logger log = LogbackLoggers.of(KernelApp.class.getName());
        ListAppender<ILoggingEvent> warnings = new ListAppender<>();
        warnings.start();
        log.addAppender(warnings);
        RocksDB holder = RocksDB.open(store.toString(), families, handles);
        Thread release = new Thread(() -> {
            await("a second try")
                    .atMost(PATIENCE)
                    .until(() -> List.copyOf(warnings.list).stream()
                                    .filter(event -> event.getMessage().startsWith("A store is still in use"))
                                    .count()
                            >= 2);
            handles.forEach(ColumnFamilyHandle::close);
            holder.close();
        });
        release.start();
        assertBoardIsThere();
        release.join();
        log.detachAppender(warnings);
    }

    /** Leaves a kernel's state directory behind, and returns one store of it. */
    private Path boardInAStore() throws Exception {
        try (KernelApp kernel = KernelApp.start(kernel().build())) {
            assertThat(create("b", List.of("default"))).contains("\"BoardCreated\"");
            assertThat(kernel.failure().toCompletableFuture()).isNotDone();
        }
        return dir.resolve(topics.prefix()).resolve(topics.prefix() + "kernel/0_0/rocksdb/history");
    }

    private void assertBoardIsThere() throws Exception {
        try (KernelApp kernel = KernelApp.start(kernel().build())) {
            create("b", List.of("default"), "again");
            await("the second outcome")
                    .atMost(PATIENCE)
                    .until(() -> log("b").stream().anyMatch(entry -> entry.contains("\"board-exists\"")));
            assertThat(kernel.failure().toCompletableFuture()).isNotDone();
        }
    }

    @Test
    void missingRight_endsTheKernelAndNamesIt() throws Exception {
        try (KernelApp kernel =
                KernelApp.start(kernel().queues(Set.of("default")).build())) {
            forbid(ResourceType.TRANSACTIONAL_ID, topics.prefix() + "kernel", AclOperation.WRITE);
            try (KafkaProducer<String, byte[]> producer = producer()) {
                producer.send(new ProducerRecord<>(topics.commands(), "b", new byte[] {'?'}))
                        .get();
            }
            assertThat(kernel.failure().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .hasMessageContaining(
                            "to be allowed WRITE and DESCRIBE on transactional ids " + topics.prefix() + "kernel-*");
        }
    }

    private static void forbid(ResourceType type, String prefix, AclOperation operation) throws Exception {
        GuardedBroker.rule(
                admin,
                List.of(new AclBinding(
                        new ResourcePattern(type, prefix, PatternType.PREFIXED),
                        new AccessControlEntry("User:ANONYMOUS", "*", operation, AclPermissionType.DENY))));
    }

    private static KafkaProducer<String, byte[]> producer() {
        Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrapServers());
        return new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
    }
}
