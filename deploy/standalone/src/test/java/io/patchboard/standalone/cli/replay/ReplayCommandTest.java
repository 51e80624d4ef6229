package io.patchboard.standalone.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.LogTopics;
import io.patchboard.client.log.SampleLog;
import io.patchboard.gateway.patience.Ports;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonPointer;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.GuardedBroker;
import io.patchboard.standalone.broker.KnownTopics;
import io.patchboard.standalone.cli.Cli;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What replay says of logs that cannot be read, and of what was sent. Each test has topics of its own. */
class ReplayCommandTest {

    private static final List<List<String>> READING = List.of(
            List.of("replay", "--verify"),
            List.of("board", "list"),
            List.of("board", "show", "b"),
            List.of("board", "log", "b"));

    @TempDir
    static Path dir;

    private static GuardedBroker broker;
    private static Admin admin;

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

    private static Cli run(Topics topics, List<String> args, String... more) {
        List<String> all = new ArrayList<>(args);
        all.addAll(List.of(more));
        all.addAll(List.of("--bootstrap-server", broker.bootstrapServers(), "--prefix", topics.prefix()));
        return Cli.run(all.toArray(String[]::new));
    }

    private static Cli verify(Topics topics, String... more) {
        return run(topics, List.of("replay", "--verify"), more);
    }

    private static Json at(Cli cli, String pointer) {
        return JsonPointer.parse(pointer).resolve(cli.json()).orElseThrow();
    }

    private static void write(Topics topics, List<LogEntry> entries) {
        try (LogTopics log = new LogTopics(broker.bootstrapServers(), topics)) {
            log.commit(entries);
        }
    }

    private static void create(String... names) throws Exception {
        for (String name : names) {
            KnownTopics.create(admin, List.of(new NewTopic(name, 1, (short) 1)));
        }
    }

    /** Makes it the only rule of a topic: whatever it does not allow is forbidden. */
    private static void rule(AclOperation operation, AclPermissionType permission, String topic) throws Exception {
        AclBinding rule = new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
                new AccessControlEntry("User:ANONYMOUS", "*", operation, permission));
        GuardedBroker.rule(admin, List.of(rule));
    }

    @Test
    void nothingFound_isAnError() throws Exception {
        Topics none = new Topics("typo.");
        for (List<String> args :
                List.of(List.of("replay", "--verify"), List.of("replay", "some-board"), List.of("board", "list"))) {
            Cli typo = run(none, args);
            assertThat(typo.exitCode()).isEqualTo(1);
            assertThat(typo.out()).isEmpty();
            assertThat(typo.err())
                    .contains("typo.committed", "typo.rejected", "--prefix")
                    .hasLineCount(1);
        }
        Topics empty = new Topics("empty.");
        create(empty.committed(), empty.rejected());
        Cli nothing = verify(empty);
        assertThat(nothing.exitCode()).isEqualTo(1);
        assertThat(nothing.err()).contains("no entry in empty.committed, empty.rejected.");
    }

    @Test
    void unknownKind_isSaid_andTheChainGoesOn() {
        Topics topics = new Topics("unknown.");
        List<LogEntry> log = new ArrayList<>(
                new SampleLog("b").created().committed("p-1", "", 1).entries());
        LogEntry unknown = LogEntry.fromAnyJson(log.get(1).toJson().with("type", Json.of("BoardForked")))
                .sealed();
        log.set(1, unknown);
        write(topics, log);

        Cli people = verify(topics);
        assertThat(people.exitCode()).as(people.out()).isEqualTo(1);
        assertThat(people.out()).contains("b #2: unknown kind BoardForked, state unverified from here");
        Cli json = verify(topics, "--json");
        assertThat(at(json, "/identical")).isEqualTo(Json.of(false));
        assertThat(at(json, "/unknown/0/type")).isEqualTo(Json.of("BoardForked"));
        assertThat(at(json, "/results/0/hash"))
                .isEqualTo(Json.of(unknown.header().hash()));
        assertThat(run(topics, List.of("board", "log", "b")).out()).contains("BoardForked");
    }

    @Test
    void topicThatMayNotBeRead_isNamed() throws Exception {
        Topics hidden = new Topics("hidden.");
        write(hidden, SampleLog.completed("b").entries());
        rule(AclOperation.DESCRIBE, AclPermissionType.DENY, hidden.committed());
        Topics closed = new Topics("closed.");
        write(closed, SampleLog.completed("b").entries());
        rule(AclOperation.DESCRIBE, AclPermissionType.ALLOW, closed.rejected());
        Topics half = new Topics("half.");
        write(half, SampleLog.completed("b").entries());
        rule(AclOperation.DESCRIBE, AclPermissionType.DENY, half.invocations("default"));

        for (List<String> args : READING) {
            assertRefused(run(hidden, args), "hidden.committed");
            assertRefused(run(closed, args), "closed.rejected");
            assertRefused(run(half, args), "half.invocations.default");
        }
    }

    private static void assertRefused(Cli cli, String topic) {
        assertThat(cli.exitCode()).as(cli.out()).isEqualTo(1);
        assertThat(cli.err()).contains(topic, "refuses").hasLineCount(1);
        assertThat(cli.out()).isEmpty();
    }

    @Test
    void registryThatIsNotNamed_orDoesNotAnswer_isSaid() throws Exception {
        Topics topics = new Topics("registry.");
        try (LogTopics log = new LogTopics(broker.bootstrapServers(), topics)) {
            log.commit(topics.committed(), "b", "\0\0\0\0\7some Avro");
            log.commit(topics.committed(), "b", "\0\0\0\0\7more Avro");
        }
        try (Socket unheard = Ports.unheard()) {
            String registry = "127.0.0.1:" + unheard.getLocalPort();
            Path config = Files.writeString(
                    dir.resolve("registry.properties"), "schema.registry.url=http://" + registry + "\n");

            for (List<String> args : READING) {
                Cli without = run(topics, args);
                assertThat(without.exitCode()).isEqualTo(1);
                assertThat(without.err())
                        .contains("2 records", "schema.registry.url")
                        .hasLineCount(1);

                Cli down = run(topics, args, "--config", config.toString());
                assertThat(down.exitCode()).isEqualTo(1);
                assertThat(down.err())
                        .contains("Schema Registry", registry)
                        .doesNotContain("Kafka")
                        .hasLineCount(1);
            }
        }
    }

    @Test
    void inputWithoutAnOutcome_isFound_asFarAsTheKernelHasPassed() throws Exception {
        Topics topics = new Topics("inputs.");
        create(topics.commands(), topics.proposals());
        write(topics, SampleLog.completed("b").entries());
        try (LogTopics inputs = new LogTopics(broker.bootstrapServers(), topics)) {
            inputs.commit(topics.commands(), "b", """
                    {"type":"CreateBoard","commandId":"c-1","boardId":"b","blueprint":{},"input":{}}""");
            for (String proposal : List.of(
                    "\"proposalId\":\"p-1\",\"invocationId\":\"i-1\"",
                    "\"proposalId\":\"lost\"",
                    "\"proposalId\":\"later\"")) {
                inputs.commit(
                        topics.proposals(),
                        "b",
                        "{" + proposal + ",\"boardId\":\"b\",\"worker\":\"counter\",\"patch\":[]}");
            }
        }
        assertThat(verify(topics, "--inputs").err()).contains("inputs.kernel", "has none");

        passed(topics, 2);
        Cli honest = verify(topics, "--inputs");
        assertThat(honest.exitCode()).as(honest.out() + honest.err()).isZero();
        assertThat(honest.out()).contains("2 inputs have an outcome, 2 are not yet decided", "identical");

        passed(topics, 4);
        Cli lost = verify(topics, "--inputs", "--json");
        assertThat(lost.exitCode()).as(lost.out() + lost.err()).isEqualTo(5);
        assertThat(at(lost, "/inputs/missing")).isEqualTo(Json.of(1));
        assertThat(at(lost, "/inputs/undecided")).isEqualTo(Json.of(1));
        assertThat(at(lost, "/inputs/first/0/topic")).isEqualTo(Json.of("inputs.proposals"));
        assertThat(at(lost, "/inputs/first/0/partition")).isEqualTo(Json.of(0));
        assertThat(at(lost, "/inputs/first/0/offset")).isEqualTo(Json.of(2));
        assertThat(at(lost, "/inputs/first/0/input")).isEqualTo(Json.of("proposal lost"));
        assertThat(verify(topics, "b", "--inputs").exitCode()).isEqualTo(1);
    }

    @Test
    void verdictThatNoJudgeCameTo_isNamed_byBoardAndSequence() {
        Topics topics = new Topics("verdicts.");
        write(topics, SampleLog.completed("a").entries());
        write(topics, new SampleLog("b").created().committed("unasked", "", 1).entries());

        assertThat(verify(topics).exitCode()).isZero();
        Cli asked = verify(topics, "--decide", "--json");

        assertThat(asked.exitCode()).as(asked.err()).isEqualTo(5);
        // What follows in logs that are written by hand, no kernel comes to either.
        List<String> ofB = ((JsonArray) at(asked, "/differences"))
                .stream()
                        .map(Json::toString)
                        .filter(difference -> difference.contains("\"board\":\"b\""))
                        .toList();
        assertThat(ofB.get(0)).contains("\"sequence\":2", "\"field\":\"verdict\"");
        assertThat(at(asked, "/verdicts")).hasToString("{\"asked\":4,\"unasked\":2}");
        assertThat(run(topics, List.of("replay", "--decide")).err()).contains("--verify");
    }

    /** @param proposals an even number: each record has the marker of its transaction after it */
    private static void passed(Topics topics, long proposals) throws Exception {
        admin.alterConsumerGroupOffsets(
                        topics.kernelGroup(),
                        Map.of(
                                new TopicPartition(topics.commands(), 0),
                                new OffsetAndMetadata(2),
                                new TopicPartition(topics.proposals(), 0),
                                new OffsetAndMetadata(proposals)))
                .all()
                .get();
    }
}
