package io.patchboard.standalone.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogReader;
import io.patchboard.client.log.LogRecord;
import io.patchboard.client.log.ReadLogs;
import io.patchboard.gateway.Gateway;
import io.patchboard.gateway.GatewayConfig;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.source.SourceKind;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import io.patchboard.standalone.http.HttpApi;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The workers of {@code docs/workers.md}, each as its readers run it: two instances of one group, on boards whose first
 * answer is too long and has to be corrected.
 */
@Tag("long")
final class WorkerExamplesTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int BOARDS = 8;
    private static final String LONG = "A patch says what should change, and the kernel says whether it may. So it is.";
    private static final String SHORT = "Workers come and go. The board stays.";

    @TempDir
    private static Path dataDir;

    private static AllInOne patchboard;
    private static LogReader reader;
    private static KafkaProducer<String, String> producer;

    private final Deque<Instance> instances = new ArrayDeque<>();

    /** One of the workers side by side. */
    private interface Instance {

        /** Ends it as an operator would, and waits for that. */
        void stop() throws Exception;
    }

    @BeforeAll
    static void start() throws Exception {
        patchboard = AllInOne.start(AllInOneConfig.on(dataDir));
        reader = new LogReader(KafkaConnection.to(patchboard.bootstrapServers()));
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", patchboard.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer());
    }

    @AfterAll
    static void stop() {
        producer.close();
        patchboard.close();
    }

    @AfterEach
    void stopInstances() throws Exception {
        while (!instances.isEmpty()) {
            instances.pop().stop();
        }
    }

    @Test
    void pythonAsAProcess_twoGateways_doTheWork() throws Exception {
        Examples.need("python3", "python3", "--version");
        doTheWork("python-process", () -> gateway("python-process"));
    }

    @Test
    void perlAsAProcess_twoGateways_doTheWork() throws Exception {
        Examples.need("perl", "perl", "-MJSON::PP", "-e", "1");
        doTheWork("perl-process", () -> gateway("perl-process"));
    }

    @Test
    void pythonWithConfluentKafka_twoInstances_doTheWork() throws Exception {
        String python = Examples.pythonWith("confluent_kafka", "apt-get install python3-confluent-kafka");
        doTheWork("python-kafka", () -> program("python-kafka", patchboard.bootstrapServers(), python, "worker.py"));
    }

    @Test
    void bashWithKcatAndJq_twoInstances_doTheWork() throws Exception {
        Examples.need("kcat", "kcat", "-V");
        Examples.need("jq", "jq", "--version");
        doTheWork("bash-kcat", () -> program("bash-kcat", patchboard.bootstrapServers(), "bash", "worker.sh"));
    }

    @Test
    void javaWithKafkaClients_twoInstances_doTheWork() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String jars = System.getProperty("java.class.path");
        doTheWork(
                "java-kafka",
                () -> program("java-kafka", patchboard.bootstrapServers(), java, "-cp", jars, "Worker.java"));
    }

    @Test
    void httpWithCurl_twoInstances_doTheWork() throws Exception {
        Examples.need("curl", "curl", "--version");
        Examples.need("jq", "jq", "--version");
        try (HttpApi api = HttpApi.start(HttpServerConfig.onPort(0))) {
            api.serve(patchboard.connection(), new AwaitedAnswers(), dataDir.resolve("model"));
            String queue = "http-curl";
            create(queue, 0);
            instances.push(program(queue, api.url(), "bash", "worker.sh"));
            instances.push(program(queue, api.url(), "bash", "worker.sh"));
            doTheWorkOf(queue);
            stopInstances();
        }
    }

    private interface Start {
        Instance instance() throws Exception;
    }

    private void doTheWork(String queue, Start start) throws Exception {
        create(queue, 0);
        instances.push(start.instance());
        instances.push(start.instance());
        awaitSharing(queue);
        doTheWorkOf(queue);
    }

    private void doTheWorkOf(String queue) throws Exception {
        assertThat(correctedAndComplete(queue, 0)).isTrue();
        for (int board = 1; board < BOARDS; board++) {
            create(queue, board);
        }
        int corrected = 0;
        for (int board = 1; board < BOARDS; board++) {
            corrected += correctedAndComplete(queue, board) ? 1 : 0;
        }
        // A worker that saw another's rejection in its view may be right at once.
        assertThat(corrected).isPositive();

        instances.pop().stop();
        create(queue, BOARDS);
        correctedAndComplete(queue, BOARDS);
    }

    /** Waits for the board's end, checks its log, and tells whether an answer had to be corrected. */
    private static boolean correctedAndComplete(String queue, int number) {
        String board = queue + "-" + number;
        List<LogEntry> log = await("the end of " + board)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .until(
                        () -> log(board),
                        entries -> entries.stream().map(LogEntry::event).anyMatch(BoardCompleted.class::isInstance));
        List<PatchRejected> rejected = of(PatchRejected.class, log);
        List<PatchCommitted> committed = of(PatchCommitted.class, log);
        assertThat(committed).hasSize(2);
        assertThat(rejected).allSatisfy(entry -> {
            assertThat(entry.stage()).isEqualTo(Stage.SCHEMA);
            assertThat(entry.rejection().code()).isEqualTo("maxLength");
        });
        // Nothing timed out or was answered twice: every invocation has the one answer.
        assertThat(of(WorkerInvoked.class, log)).hasSize(rejected.size() + committed.size());
        JsonArray headlines = (JsonArray) of(BoardCompleted.class, log).get(0).result();
        assertThat(headlines.stream().map(headline -> ((JsonString) headline).value()))
                .hasSize(2)
                .contains(LONG.substring(0, 40))
                .anyMatch(headline -> headline.startsWith("Workers come and go"));
        return !rejected.isEmpty();
    }

    private static <T> List<T> of(Class<T> type, List<LogEntry> log) {
        return log.stream()
                .map(LogEntry::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private static List<LogEntry> log(String board) {
        return ReadLogs.by(reader, Optional.of(board)).of(board).stream()
                .map(LogRecord::entry)
                .toList();
    }

    /** Until both are members of the group and each has partitions of the queue. */
    private static void awaitSharing(String queue) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", patchboard.bootstrapServers()))) {
            String group = queue + "-workers";
            await("two members of " + group + " with partitions")
                    .atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> membersWithWork(admin, group) == 2);
        }
    }

    private static long membersWithWork(Admin admin, String group) throws Exception {
        return admin.describeConsumerGroups(List.of(group)).describedGroups().get(group).get().members().stream()
                .filter(member -> !member.assignment().topicPartitions().isEmpty())
                .count();
    }

    private static void create(String queue, int number) throws Exception {
        String board = queue + "-" + number;
        Json blueprint = BlueprintFile.load(Examples.file("blueprint.yaml")).document();
        String create = JsonObject.builder()
                .put("type", "CreateBoard")
                .put("commandId", "c-" + board)
                .put("boardId", board)
                .put("blueprint", blueprint)
                .put(
                        "input",
                        JsonObject.builder()
                                .put("notes", JsonArray.of(Json.of(SHORT), Json.of(LONG)))
                                .build())
                .build()
                .toString()
                .replace("\"queue\":\"headlines\"", "\"queue\":\"" + queue + "\"");
        producer.send(new ProducerRecord<>("patchboard.commands", board, create))
                .get();
    }

    private static Instance gateway(String example) throws Exception {
        WorkersFile file = WorkersFile.load(Examples.file(example + "/workers.yaml"));
        Gateway gateway = Gateway.start(GatewayConfig.builder(patchboard.connection(), file.workers())
                .queues(List.of(example))
                .groupId(example + "-workers")
                // Of a share group, each gateway has several members.
                .source(SourceKind.CLASSIC)
                .build());
        return gateway::close;
    }

    private static Instance program(String example, String server, String... command) throws Exception {
        List<String> line = new ArrayList<>(List.of(command));
        line.addAll(List.of(server, example));
        Process process = new ProcessBuilder(line)
                .directory(Examples.file(example).toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return () -> {
            List<ProcessHandle> children = process.descendants().toList();
            process.destroy();
            if (!process.waitFor(5, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
            children.forEach(ProcessHandle::destroyForcibly);
        };
    }
}
