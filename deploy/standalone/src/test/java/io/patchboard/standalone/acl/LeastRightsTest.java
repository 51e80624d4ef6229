package io.patchboard.standalone.acl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.Gateway;
import io.patchboard.gateway.GatewayConfig;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.kernel.app.KernelApp;
import io.patchboard.kernel.app.KernelConfig;
import io.patchboard.kernel.app.KernelStartException;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.GuardedBroker;
import io.patchboard.standalone.broker.KnownTopics;
import io.patchboard.standalone.broker.SecuredBroker;
import io.patchboard.standalone.cli.Cli;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * On a broker with TLS, SCRAM and an authorizer that denies what no ACL allows: what {@code acl} prints is enough, and
 * none of it is too much.
 */
class LeastRightsTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    static Path dir;

    private static final CallingModel MODEL = CallingModel.start();
    private static SecuredBroker broker;
    private static int clusters;

    private final Topics topics = new Topics("tenant" + clusters++ + ".");
    private final Complaints complaints = new Complaints(topics);

    @BeforeAll
    static void start() throws Exception {
        broker = SecuredBroker.start(dir.resolve("broker"));
    }

    @AfterAll
    static void stop() {
        broker.close();
        MODEL.close();
    }

    @AfterEach
    void listenNoMore() {
        complaints.close();
    }

    @Test
    void whatAclPrints_isEnough() throws Exception {
        for (Part part : Part.values()) {
            grant(part);
        }
        try (KernelApp kernel = kernel();
                Gateway gateway = gateway()) {
            new Sender(broker.bootstrapServers(), broker.user(principal(Part.app))).create(topics);
            Path reader = broker.configFile(principal(Part.reader));
            await("the board is complete")
                    .atMost(PATIENCE)
                    .until(() ->
                            run(reader, "board", "log", "b", "--json").out().contains("\"BoardCompleted\""));
            assertThat(run(reader, "board", "progress", "b").out()).contains("1 call of a tool");
            Cli refused = run(broker.configFile(principal(Part.app)), "board", "pause", "b", "--reason", "too late");
            assertThat(refused.exitCode()).as(refused.toString()).isEqualTo(4);
            Cli published = run(broker.configFile(principal(Part.publisher)), "blueprint", "publish", blueprint());
            assertThat(published.exitCode()).as(published.toString()).isZero();
            Cli named = run(broker.configFile(principal(Part.app)), "run", "rights", "--timeout", "60s");
            assertThat(named.exitCode()).as(named.toString()).isZero();
            try (Servers servers = Servers.start(broker, topics, dir, List.of(Part.sources, Part.children))) {
                await("sources have read").atMost(PATIENCE).ignoreExceptions().until(servers::haveReadAll);
                await("a board's board is complete")
                        .atMost(PATIENCE)
                        .until(() -> run(reader, "board", "log", "parent", "--json")
                                .out()
                                .contains("\"BoardCompleted\""));
            }
            Cli audit = run(broker.configFile(principal(Part.audit)), "replay", "--verify", "--inputs");
            assertThat(audit.exitCode()).as(audit.toString()).isZero();
            assertThat(KeyTries.said(this::run, part -> broker.configFile(principal(part))))
                    .contains("would destroy 1 key about");
            assertThat(kernel.failure().toCompletableFuture()).isNotDone();
            assertThat(gateway.failure().toCompletableFuture()).isNotDone();
        }
        assertThat(complaints.said()).doesNotContain("uthoriz");
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("io.patchboard.standalone.acl.Lack#some")
    void withoutOneOfThem_somethingFailsAndSaysWhat(Lack lack) throws Exception {
        for (Part part : Part.values()) {
            grant(part);
        }
        Right right = lack.part().rights(topics, List.of(), WorkersFile.DEFAULT_GROUP).stream()
                .filter(one ->
                        one.resource().name().endsWith(lack.right().resource().name())
                                && one.resource().resourceType()
                                        == lack.right().resource().resourceType())
                .findFirst()
                .orElseThrow();
        revoke(lack, right);
        if (lack.operation() == AclOperation.ALTER_CONFIGS) {
            makeTopicsThatDropRecords();
        }
        if (lack.part() == Part.gateway && right.resource().name().equals(topics.checkpoints())) {
            keepCheckpointIfItIsToBeRead(lack.operation());
        }
        String said;
        try {
            said = lack.part() == Part.kernel
                    ? runKernelOnly(right.resource().name())
                    : runWithKernel(lack.part(), right.resource().name());
        } catch (KernelStartException e) {
            said = e.getMessage();
        }
        assertThat(said + complaints.said())
                .as(lack.toString())
                .contains(right.resource().name());
    }

    private String runKernelOnly(String lacking) throws Exception {
        try (KernelApp kernel = kernel()) {
            administrator().sendToEachPartition(topics);
            await().atMost(PATIENCE)
                    .until(() -> kernel.failure().toCompletableFuture().isDone()
                            || complaints.said().contains(lacking));
            return kernel.failure().toCompletableFuture().isDone()
                    ? kernel.failure().toCompletableFuture().join().getMessage()
                    : "";
        }
    }

    private String runWithKernel(Part part, String lacking) throws Exception {
        try (KernelApp kernel = kernel()) {
            administrator().create(topics);
            if (part == Part.gateway) {
                try (Gateway gateway = gateway()) {
                    await().atMost(PATIENCE)
                            .until(() -> gateway.failure().toCompletableFuture().isDone()
                                    || complaints.said().contains(lacking));
                    return gateway.failure().toCompletableFuture().isDone()
                            ? gateway.failure().toCompletableFuture().join().getMessage()
                            : "";
                }
            }
            await("the kernel's first commit")
                    .atMost(PATIENCE)
                    .until(() -> !broker.admin()
                            .listConsumerGroupOffsets(topics.kernelGroup())
                            .partitionsToOffsetAndMetadata()
                            .get()
                            .isEmpty());
            Path config = broker.configFile(principal(part));
            run(broker.configFile(principal(Part.publisher)), "blueprint", "publish", blueprint());
            return switch (part) {
                case sources, children -> {
                    try (Servers servers = Servers.start(broker, topics, dir, List.of(part))) {
                        await().atMost(PATIENCE).until(() -> complaints.said().contains(lacking));
                    }
                    yield "";
                }
                case app ->
                    run(config, "board", "pause", "b", "--reason", "a try").toString()
                            + run(
                                    config,
                                    "propose",
                                    "--board",
                                    "b",
                                    "--worker",
                                    "w",
                                    "--patch",
                                    file("patch.json", "[]"))
                            + run(config, "run", "rights");
                case publisher ->
                    run(config, "blueprint", "publish", blueprint()).toString();
                case sealer, opener -> KeyTries.said(this::run, one -> broker.configFile(principal(one)));
                case reader -> run(config, "board", "log", "b").toString() + run(config, "board", "progress", "b");
                default -> run(config, "replay", "--verify", "--inputs").toString();
            };
        }
    }

    private static String blueprint() throws IOException {
        return file(
                "rights.yaml",
                "{apiVersion: patchboard/v1, name: rights, state: {schema: {type: object}, initial: {done: true}},"
                        + " workers: {w: {instruction: Look on.}}, complete: {when: state.done}}");
    }

    private static String file(String name, String text) throws IOException {
        return Files.writeString(dir.resolve(name), text).toString();
    }

    static String principal(Part part) {
        return "patchboard-" + part;
    }

    private List<AclBinding> bindings(Part part) {
        return part.rights(topics, List.of(), WorkersFile.DEFAULT_GROUP).stream()
                .flatMap(right -> Servers.bindings(right, principal(part)).stream())
                .toList();
    }

    private void grant(Part part) throws Exception {
        GuardedBroker.rule(broker.admin(), bindings(part));
    }

    private static void revoke(Lack lack, Right right) throws Exception {
        List<AclBinding> lost =
                Servers.bindings(new Right(right.resource(), List.of(lack.operation()), ""), principal(lack.part()));
        broker.admin()
                .deleteAcls(lost.stream().map(AclBinding::toFilter).toList())
                .all()
                .get();
        await().atMost(PATIENCE)
                .until(() -> broker.admin()
                        .describeAcls(lost.get(0).toFilter())
                        .values()
                        .get()
                        .isEmpty());
    }

    private void makeTopicsThatDropRecords() throws Exception {
        List<NewTopic> wrong = Stream.of(
                        topics.commands(),
                        topics.proposals(),
                        topics.committed(),
                        topics.rejected(),
                        topics.invocations("default"))
                .map(name -> new NewTopic(name, 2, (short) 1).configs(Map.of("retention.bytes", "1000000")))
                .toList();
        KnownTopics.create(broker.admin(), wrong);
    }

    private void keepCheckpointIfItIsToBeRead(AclOperation lacking) throws Exception {
        if (lacking != AclOperation.CREATE) {
            KnownTopics.create(broker.admin(), List.of(new NewTopic(topics.checkpoints(), 1, (short) 1)));
            administrator().keepCheckpoint(topics);
        }
    }

    private KernelApp kernel() throws Exception {
        return KernelApp.start(KernelConfig.builder(
                        broker.bootstrapServers(),
                        dir.resolve(topics.prefix()),
                        "a secret of some bytes".getBytes(StandardCharsets.UTF_8))
                .prefix(topics.prefix())
                .partitions(2)
                .clientProperties(broker.user(principal(Part.kernel)))
                .build());
    }

    private Gateway gateway() throws Exception {
        return Gateway.start(GatewayConfig.builder(
                        new KafkaConnection(broker.bootstrapServers(), broker.user(principal(Part.gateway)), topics),
                        MODEL.workers(dir))
                .groupId(WorkersFile.DEFAULT_GROUP + "-" + topics.prefix())
                .build());
    }

    private static Sender administrator() {
        return new Sender(broker.plainServers(), Map.of());
    }

    private Cli run(Path config, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--bootstrap-server", broker.bootstrapServers(), "--prefix", topics.prefix()));
        all.addAll(List.of("--config", config.toString()));
        return Cli.run(all.toArray(String[]::new));
    }
}
