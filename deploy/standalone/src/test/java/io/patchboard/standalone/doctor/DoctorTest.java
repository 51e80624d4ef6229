package io.patchboard.standalone.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.ask.RequestSender;
import io.patchboard.client.ask.Waiting;
import io.patchboard.client.log.SampleLog;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.KnownTopics;
import io.patchboard.standalone.check.Finding;
import io.patchboard.standalone.check.Finding.Level;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {

    @TempDir
    private static Path dir;

    private static AllInOne all;

    @BeforeAll
    static void start() {
        all = AllInOne.start(AllInOneConfig.on(dir));
    }

    @AfterAll
    static void stop() {
        all.close();
    }

    private static List<Finding> examined(KafkaConnection connection) throws Exception {
        List<Finding> findings = new ArrayList<>();
        Doctor.examine(connection, findings::add);
        return findings;
    }

    private static KafkaConnection with(String prefix, Map<String, String> properties) {
        return new KafkaConnection(all.bootstrapServers(), properties, new Topics(prefix));
    }

    private static Finding one(List<Finding> findings, String check) {
        return findings.stream()
                .filter(finding -> finding.check().equals(check))
                .findFirst()
                .orElseThrow(() -> new AssertionError(check + " in " + findings));
    }

    @Test
    void runningServer_isWell() throws Exception {
        List<Finding> findings = examined(all.connection());

        assertThat(findings)
                .extracting(Finding::check)
                .contains("brokers", "features", "disk", "topics", "settings", "replicas", "rights", "clock", "kernel");
        for (String check : List.of("topics", "settings", "replicas", "rights", "clock", "kernel")) {
            assertThat(one(findings, check).level()).as(findings.toString()).isEqualTo(Level.pass);
        }
        assertThat(one(findings, "kernel").text()).isEqualTo("2 kernel threads, 0 records behind.");
        assertThat(one(findings, "clock").text()).isEqualTo("The broker's clock and this machine's agree.");
    }

    /** What was taken back, and the end of each transaction, has a place of its own behind what is done. */
    @Test
    void idleKernel_isNotBehind() throws Exception {
        try (RequestSender sender = new RequestSender(all.connection())) {
            Waiting.on(sender.send(new CreateBoard("c-1", "b", SampleLog.BLUEPRINT, JsonObject.EMPTY)));
        }
        examined(all.connection());

        await().atMost(Duration.ofMinutes(2))
                .until(() ->
                        one(examined(all.connection()), "kernel").text().equals("2 kernel threads, 0 records behind."));
    }

    /** As while the first record of a partition cannot be decided. */
    @Test
    void kernelThatHasDecidedNothingYet_isBehindAllThatIsThere() throws Exception {
        KafkaConnection connection = with("young.", Map.of());
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", all.bootstrapServers()))) {
            KnownTopics.create(
                    admin,
                    List.of(new NewTopic("young.commands", 1, (short) 1), new NewTopic("young.proposals", 1, (short)
                            1)));
        }
        try (RequestSender sender = new RequestSender(connection)) {
            Waiting.on(sender.send(new CreateBoard("c-1", "b", SampleLog.BLUEPRINT, JsonObject.EMPTY)));
        }
        try (KafkaConsumer<byte[], byte[]> kernel = new KafkaConsumer<>(
                connection.clientConfig(
                        Map.of("group.id", connection.topics().kernelGroup(), "enable.auto.commit", false)),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            kernel.subscribe(List.of("young.commands"));
            await().atMost(Duration.ofMinutes(2)).until(() -> {
                kernel.poll(Duration.ofMillis(100));
                return !kernel.assignment().isEmpty();
            });

            assertThat(one(examined(connection), "kernel").text()).isEqualTo("1 kernel thread, 1 record behind.");
        }
    }

    /** The record that the clock is read with is taken back: nothing is decided on it. */
    @Test
    void examination_leavesNoTrace() throws Exception {
        examined(all.connection());

        try (KafkaConsumer<byte[], byte[]> reader = new KafkaConsumer<>(
                all.connection().clientConfig(Map.of("isolation.level", "read_committed")),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = reader.partitionsFor("patchboard.commands").stream()
                    .map(one -> new TopicPartition(one.topic(), one.partition()))
                    .toList();
            Map<TopicPartition, Long> ends = reader.endOffsets(partitions);
            reader.assign(partitions);
            reader.seekToBeginning(partitions);
            assertThat(ends.values()).anyMatch(end -> end > 0);
            while (partitions.stream().anyMatch(one -> reader.position(one) < ends.get(one))) {
                assertThat(reader.poll(Duration.ofMillis(100)).count()).isZero();
            }
        }
    }

    @Test
    void prefixWithoutTopics_isAnErrorWhereOthersHaveThem() throws Exception {
        List<Finding> findings = examined(with("other.", Map.of()));

        assertThat(one(findings, "topics").level()).isEqualTo(Level.fail);
        assertThat(one(findings, "topics").text())
                .startsWith("There are none that begin with \"other.\", but there are those of --prefix \"")
                .contains("patchboard.");
        assertThat(one(findings, "kernel").text()).startsWith("No kernel is in group other.kernel");
        assertThat(findings).extracting(Finding::check).doesNotContain("clock");
        assertThat(one(examined(with("other.", Map.of())), "topics"))
                .as("nothing was made by looking")
                .isEqualTo(one(findings, "topics"));
    }

    @Test
    void topicsThatWouldLoseTheLog_areNamedWithWhatMendsThem() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", all.bootstrapServers()))) {
            KnownTopics.create(
                    admin,
                    List.of(
                            new NewTopic("bad.commands", 2, (short) 1),
                            new NewTopic("bad.proposals", 4, (short) 1),
                            new NewTopic("bad.rejected", 1, (short) 1),
                            new NewTopic("bad.committed", 1, (short) 1)
                                    .configs(Map.of("cleanup.policy", "compact", "retention.ms", "-1"))));
        }

        List<Finding> findings = examined(with("bad.", Map.of()));

        assertThat(one(findings, "topics").text())
                .contains("same number of partitions, but got {bad.commands=2, bad.proposals=4}.", "no kernel starts");
        assertThat(findings)
                .filteredOn(finding -> finding.check().equals("settings"))
                .anySatisfy(finding -> assertThat(finding.text())
                        .contains("topic bad.committed", "cleanup.policy=delete")
                        .contains("kafka-configs.sh --bootstrap-server " + all.bootstrapServers()
                                + " --alter --topic bad.committed --add-config cleanup.policy=delete"))
                .allSatisfy(finding -> assertThat(finding.level()).isEqualTo(Level.fail));
        assertThat(one(findings, "clock").text())
                .startsWith("The broker's clock cannot be read, as records of topic bad.commands have their senders'");
    }

    /** As somebody leaves them who raises both inputs under a kernel's stores. */
    @Test
    void inputsThatWereRaised_areNamedWithHowManyTheyHadAtFirst() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", all.bootstrapServers()))) {
            KnownTopics.create(
                    admin,
                    List.of(
                            new NewTopic("raised.commands", 4, (short) 1),
                            new NewTopic("raised.proposals", 4, (short) 1),
                            new NewTopic("raised.kernel-boards-changelog", 2, (short) 1)));
        }

        assertThat(examined(with("raised.", Map.of())))
                .anySatisfy(finding -> assertThat(finding.text())
                        .contains("the 2 partitions over which boards are spread")
                        .contains("StreamsResetter would lose every board"));
    }

    @Test
    void inputsThatKeepLittle_areToldOf() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", all.bootstrapServers()))) {
            KnownTopics.create(
                    admin,
                    List.of(
                            new NewTopic("brief.commands", 1, (short) 1).configs(Map.of("retention.ms", "86400000")),
                            new NewTopic("brief.proposals", 1, (short) 1)));
        }

        assertThat(examined(with("brief.", Map.of())))
                .filteredOn(finding -> finding.text().contains(" keeps what is sent for "))
                .singleElement()
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.warn))
                .satisfies(finding -> assertThat(finding.text())
                        .startsWith("Topic brief.commands keeps what is sent for 24 h")
                        .endsWith("--alter --topic brief.commands --add-config retention.ms=604800000"));
    }

    @Test
    void registryThatIsAway_isTold() throws Exception {
        List<Finding> findings = examined(with("patchboard.", Map.of("schema.registry.url", "http://127.0.0.1:1")));

        assertThat(one(findings, "registry").level()).isEqualTo(Level.fail);
        assertThat(one(findings, "registry").text()).contains("http://127.0.0.1:1");
    }

    @Test
    void command_endsWithWhatItFound() {
        Cli well = Cli.run("doctor", "--bootstrap-server", all.bootstrapServers());
        assertThat(well.exitCode()).as(well.out() + well.err()).isZero();
        assertThat(well.out()).contains("pass  topics ", "pass  kernel ");

        Cli away = Cli.run("doctor", "--bootstrap-server", "127.0.0.1:1");
        assertThat(away.exitCode()).isEqualTo(1);
        assertThat(away.out()).startsWith("fail  kafka           Expected a Kafka server at 127.0.0.1:1");
        Cli inJson = Cli.run("doctor", "--json", "--bootstrap-server", "127.0.0.1:1");
        assertThat(((JsonObject) inJson.json()).get("passed")).contains(Json.of(false));
    }
}
