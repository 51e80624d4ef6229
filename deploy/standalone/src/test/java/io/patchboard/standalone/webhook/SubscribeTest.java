package io.patchboard.standalone.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.log.LogTopics;
import io.patchboard.client.log.SampleLog;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.broker.KnownTopics;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.cli.PatchBoard;
import io.patchboard.standalone.jvm.ChildJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code patchboard subscribe}, as a process that may be killed, on logs written by hand. */
@Tag("long")
class SubscribeTest {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String ALL_KINDS = "BoardCreated,PatchCommitted,BoardCompleted,PatchRejected,WorkerInvoked";

    @TempDir
    static Path dir;

    private static EmbeddedBroker broker;

    @BeforeAll
    static void start() throws Exception {
        broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir.resolve("kafka")));
        Topics topics = new Topics(Topics.DEFAULT_PREFIX);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            KnownTopics.create(
                    admin,
                    Stream.of(topics.committed(), topics.rejected(), topics.invocations("default"))
                            .map(name -> new NewTopic(name, 4, (short) 1))
                            .toList());
        }
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static void write(List<LogEntry> entries) {
        try (LogTopics topics = new LogTopics(broker.bootstrapServers())) {
            topics.commit(entries);
        }
    }

    /** A process of the command. */
    private record Running(Process process, Path output) implements AutoCloseable {

        static Running start(Receiver receiver, String... more) throws IOException {
            Path output = Files.createTempFile(dir, "subscribe", ".log");
            List<String> command = ChildJvm.running(
                    PatchBoard.class,
                    "subscribe",
                    "--to",
                    receiver.url(),
                    "--bootstrap-server",
                    broker.bootstrapServers());
            command.addAll(List.of(more));
            Running running = new Running(
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .start(),
                    output);
            await().atMost(PATIENCE).until(() -> running.said().contains("started group="));
            return running;
        }

        String said() throws IOException {
            return Files.readString(output);
        }

        @Override
        public void close() throws Exception {
            process.destroyForcibly().waitFor();
        }
    }

    private static String[] kinds(String names, String... more) {
        return Stream.concat(Stream.of(names.split(",")).flatMap(kind -> Stream.of("--kind", kind)), Stream.of(more))
                .toArray(String[]::new);
    }

    private static List<String> ids(String board, int count) {
        return IntStream.rangeClosed(1, count).mapToObj(n -> board + ":" + n).toList();
    }

    @Test
    void entriesOfAllTopics_comeInOrder_alsoOverAKill() throws Exception {
        List<String> boards = IntStream.range(0, 8).mapToObj(n -> "order-" + n).toList();
        for (String board : boards) {
            write(SampleLog.completed(board).entries().subList(0, 4));
        }
        try (Receiver receiver = new Receiver()) {
            String[] options = kinds(ALL_KINDS, "--from", "beginning", "--group", "order");
            receiver.answer(id -> id.endsWith(":3") ? 500 : 200);
            try (Running killed = Running.start(receiver, options)) {
                await().atMost(PATIENCE)
                        .until(() -> boards.stream()
                                .allMatch(board -> receiver.requests().stream()
                                        .anyMatch(request -> request.id().equals(board + ":3"))));
            }
            for (String board : boards) {
                write(SampleLog.completed(board).entries().subList(4, 7));
                assertThat(receiver.taken(board)).isEqualTo(ids(board, 2));
            }
            receiver.answer(id -> 200);
            try (Running again = Running.start(receiver, options)) {
                await().atMost(PATIENCE)
                        .until(() -> boards.stream()
                                .allMatch(board -> receiver.taken(board).size() == 7));
            }
            for (String board : boards) {
                assertThat(receiver.taken(board)).isEqualTo(ids(board, 7));
            }
        }
    }

    @Test
    void receiverInTrouble_getsItLater_whenItWants_andIsToldOfOnce() throws Exception {
        try (Receiver receiver = new Receiver();
                Running running = Running.start(receiver, "--board", "trouble")) {
            receiver.answer(id -> 503);
            write(SampleLog.completed("trouble").entries());
            await().atMost(PATIENCE).until(() -> receiver.requests().size() >= 2);
            receiver.answer(id -> 200);
            await().atMost(PATIENCE).until(() -> receiver.taken("trouble").size() == 3);

            List<Receiver.Request> requests = receiver.requests();
            assertThat(requests.get(1).at() - requests.get(0).at())
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(2).toNanos());
            assertThat(receiver.taken("trouble")).containsExactly("trouble:1", "trouble:3", "trouble:7");
            await().atMost(PATIENCE).until(() -> running.said().contains("takes entries again"));
            assertThat(running.said())
                    .containsOnlyOnce("to take entry 1 of board trouble, but it answered 503")
                    .doesNotContain("a-secret-path");
        }
    }

    @Test
    void receiverThatIsGone_endsIt_andOneThatComesBackGetsAll() throws Exception {
        try (Receiver receiver = new Receiver()) {
            String[] options = kinds("BoardCompleted", "--board", "gone");
            receiver.answer(id -> 410);
            try (Running running = Running.start(receiver, options)) {
                write(SampleLog.completed("gone").entries());
                assertThat(running.process().waitFor()).isEqualTo(1);
                assertThat(running.said()).contains("entry 7 of board gone, but it answered 410");
            }
            receiver.answer(id -> 200);
            try (Running running = Running.start(receiver, options)) {
                await().atMost(PATIENCE).until(() -> !receiver.taken("gone").isEmpty());
            }
        }
    }

    @Test
    void chosenKind_comesAlone_andSigned() throws Exception {
        byte[] key = "a key of 24 bytes or more".getBytes(StandardCharsets.UTF_8);
        Path file = Files.writeString(
                dir.resolve("key"), "whsec_" + Base64.getEncoder().encodeToString(key));
        try (Receiver receiver = new Receiver();
                Running running = Running.start(
                        receiver, kinds("PatchRejected", "--board", "signed", "--secret-file", file.toString()))) {
            write(SampleLog.completed("signed").entries());
            await().atMost(PATIENCE).until(() -> receiver.requests().size() == 2);

            assertThat(receiver.requests()).extracting(Receiver.Request::id).containsExactly("signed:5", "signed:6");
            for (Receiver.Request request : receiver.requests()) {
                Mac mac = Mac.getInstance("HmacSHA256");
                mac.init(new SecretKeySpec(key, "HmacSHA256"));
                byte[] mine = mac.doFinal((request.id() + "." + request.timestamp() + "." + request.body())
                        .getBytes(StandardCharsets.UTF_8));
                assertThat(request.signature())
                        .isEqualTo("v1," + Base64.getEncoder().encodeToString(mine));
                assertThat(request.field("/type")).isEqualTo("PatchRejected");
            }
        }
    }

    /** Who is called to a board that waits reads why, and what he may decide. */
    @Test
    void incident_isTold_withoutAskingForItsKind_alsoOfABoardBelow() throws Exception {
        String below = "incident~0123456789abcdef";
        try (Receiver receiver = new Receiver();
                Running running = Running.start(receiver, "--board", "incident")) {
            write(SampleLog.completed("incidental").entries());
            write(SampleLog.completed(below).entries());
            String id = "incident%7E0123456789abcdef";
            await().atMost(PATIENCE).until(() -> receiver.taken(id).size() == 3);
            assertThat(receiver.taken("incidental")).isEmpty();
            write(new SampleLog("incident")
                    .created()
                    .add(new NeedsPerson(
                            BoardHalted.Reason.OUTAGE,
                            "counter",
                            NeedsPerson.Holds.WORKER,
                            Optional.of("counter"),
                            Optional.empty(),
                            "Expected worker counter to be reached, but it was away for PT6H.",
                            List.of(NeedsPerson.Option.RETRY, NeedsPerson.Option.SKIP)))
                    .entries());
            await().atMost(PATIENCE).until(() -> receiver.taken("incident").size() == 2);

            assertThat(running.process().isAlive()).isTrue();
            Receiver.Request told = receiver.requests().getLast();
            assertThat(told.id()).isEqualTo("incident:2");
            assertThat(told.field("/type")).isEqualTo("NeedsPerson");
            assertThat(told.body())
                    .contains(
                            "\"reason\":\"outage\"",
                            "\"options\":[\"retry\",\"skip\"]",
                            "Expected worker counter to be reached, but it was away for PT6H.");
        }
    }

    @Test
    void wrongOptions_areRefusedByWhatWasMeant() {
        Cli kind = Cli.run("subscribe", "--to", "http://localhost:1/x", "--kind", "NeedPerson");
        assertThat(kind.exitCode()).isEqualTo(1);
        assertThat(kind.err()).contains("Did you mean \"NeedsPerson\"?");
        Cli url = Cli.run("subscribe", "--to", "hooks.example/secret");
        assertThat(url.exitCode()).isEqualTo(1);
        assertThat(url.err()).contains("http://").doesNotContain("hooks.example");
    }
}
