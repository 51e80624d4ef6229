package io.patchboard.standalone.crash;

import static io.patchboard.standalone.crash.Docker.compose;
import static io.patchboard.standalone.crash.Docker.container;
import static io.patchboard.standalone.crash.Docker.docker;
import static io.patchboard.standalone.crash.Docker.inspect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.KafkaConnection;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.CreateBoard;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import io.patchboard.standalone.workers.Examples;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * {@code docker-compose.yml} as it stands, with the image that {@code deploy/container/build} made. It takes the port
 * that the file publishes, 9092.
 */
@Tag("long")
@EnabledIf(
        value = "imageIsThere",
        disabledReason = "no Docker engine here, or not the image: deploy/container/build makes it")
final class ComposeTest {

    private static final String SERVERS = "localhost:9092";
    private static final Path EXAMPLE = Examples.REPOSITORY.resolve("examples/evidence-review");
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private int boards;

    static boolean imageIsThere() {
        return Docker.hasImage("patchboard");
    }

    @Test
    void eachServiceKilledUnderLoad_everyBoardCompletes_andTheVolumesKeepAllOverDownAndUp() throws Exception {
        compose("down", "--volumes");
        try {
            compose("up", "-d");
            createBoards(1);
            awaitAllCompleted();
            assertConfined("kernel");
            assertConfined("gateway");

            for (String service : List.of("gateway", "kernel", "kafka")) {
                killUnderLoad(service);
            }
            awaitAllCompleted();
            verify();

            assertSigtermDrains("gateway");
            assertSigtermDrains("kernel");
            compose("down");
            compose("up", "-d");
            verify();
            createBoards(1);
            awaitAllCompleted();
            verify();
        } catch (Throwable e) {
            System.err.println(compose(Map.of("PATCHBOARD_SECRET", "only to read logs"), "logs", "--tail=100")
                    .output());
            throw e;
        } finally {
            compose("down", "--volumes");
        }
    }

    @Test
    void compose_withoutASecret_refusesAndSaysWhatToSet() throws Exception {
        Docker.Result refused = compose(Map.of(), "up", "-d");

        assertThat(refused.exitCode()).isNotZero();
        assertThat(refused.output()).contains("PATCHBOARD_SECRET", "set it to 16 bytes or more");
    }

    @Test
    void heap_isHalfOfTheContainersMemory_andClassesComeFromTheArchive() throws Exception {
        String said = docker(
                "run",
                "--rm",
                "--memory=512m",
                "--read-only",
                "--tmpfs=/tmp:exec",
                "--env=PATCHBOARD_JAVA_OPTS=-XX:+PrintFlagsFinal -Xlog:class+load:file=/dev/stdout",
                "patchboard",
                "--version");

        assertThat(said)
                .containsPattern(" MaxHeapSize += " + (256 << 20) + " ")
                .containsPattern("io.patchboard.standalone.cli.PatchBoard source: shared objects file \\(top\\)");
    }

    private void killUnderLoad(String service) throws Exception {
        createBoards(20);
        try (Watcher log = new Watcher(KafkaConnection.to(SERVERS), invoked -> {})) {
            await().atMost(PATIENCE).until(() -> log.completed() > boards - 20);
        }
        docker("kill", container(service));
        if (!service.equals("kafka")) {
            createBoards(20);
        }
        compose("up", "-d"); // a kill counts as stopped by hand
    }

    private void createBoards(int number) throws Exception {
        Json blueprint = BlueprintFile.load(EXAMPLE.resolve("blueprint.yaml")).document();
        Json input = JsonReader.parse(Files.readString(EXAMPLE.resolve("input.json")));
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", SERVERS), new StringSerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < number; i++) {
                CreateBoard command = new CreateBoard("create", "board-" + ++boards, blueprint, input);
                producer.send(new ProducerRecord<>(
                                "patchboard.commands",
                                command.boardId(),
                                command.toJson().toString().getBytes(StandardCharsets.UTF_8)))
                        .get();
            }
        }
    }

    private void awaitAllCompleted() throws Exception {
        try (Watcher log = new Watcher(KafkaConnection.to(SERVERS), invoked -> {})) {
            await().atMost(PATIENCE).until(() -> log.completed() == boards);
        }
    }

    private void verify() {
        Cli replay = Cli.run("replay", "--verify", "--decide", "--inputs", "--json", "--bootstrap-server", SERVERS);

        assertThat(replay.exitCode()).as(replay.out() + replay.err()).isZero();
        Cli list = Cli.run("board", "list", "--json", "--bootstrap-server", SERVERS);
        assertThat(list.out()).contains("\"board-1\"", "\"board-" + boards + '"');
    }

    private static void assertConfined(String service) throws Exception {
        String container = container(service);
        assertThat(inspect(container, ".Config.User")).isEqualTo("10001");
        assertThat(inspect(container, ".HostConfig.ReadonlyRootfs")).isEqualTo("true");
        await().atMost(PATIENCE)
                .until(() -> inspect(container, ".State.Health.Status").equals("healthy"));
    }

    /** A process that does not end by itself is killed after {@code stop_grace_period}: then it would be 137. */
    private static void assertSigtermDrains(String service) throws Exception {
        String container = container(service);
        compose("stop", service);
        assertThat(inspect(container, ".State.ExitCode")).isEqualTo("143");
    }
}
