package io.patchboard.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.ask.RequestSender;
import io.patchboard.client.ask.Waiting;
import io.patchboard.client.log.SampleLog;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.app.KernelApp;
import io.patchboard.kernel.app.KernelConfig;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.broker.KnownTopics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Control needs somebody to obey, so a kernel runs; afterwards its data is read without one. */
class ControlBoardTest {

    @TempDir
    Path dir;

    private static String phase(Cli shown) {
        return JsonPointer.parse("/phase")
                .resolve(shown.json())
                .map(Json::toString)
                .orElse("none");
    }

    private void assertRefusesToMakeTopics(String server) throws Exception {
        Path blueprint = Files.writeString(dir.resolve("blueprint.json"), SampleLog.BLUEPRINT.toString());
        Path patch = Files.writeString(dir.resolve("patch.json"), "[]");
        for (List<String> command : List.of(
                List.of("board", "pause", "b"),
                List.of("propose", "--board", "b", "--worker", "w", "--patch", patch.toString()),
                List.of("run", blueprint.toString(), "--no-workers"))) {
            List<String> arguments = new ArrayList<>(command);
            arguments.addAll(List.of("--prefix", "typo.", "--bootstrap-server", server));
            Cli refused = Cli.run(arguments.toArray(String[]::new));

            assertThat(refused.exitCode()).as(refused.err()).isEqualTo(1);
            assertThat(refused.err()).contains("Expected the topic typo.", "--prefix", "Nothing was sent");
        }
        for (String command :
                List.of("board list", "board show b", "board log b", "board list --needs-person", "approvals list")) {
            Cli nothing = Cli.run((command + " --prefix typo. --bootstrap-server " + server).split(" "));
            assertThat(nothing.exitCode()).as(command + nothing.out()).isEqualTo(1);
            assertThat(nothing.err())
                    .contains("Expected a log, but there is no topic typo.committed", "may not see it", "--prefix");
        }
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", server))) {
            assertThat(admin.listTopics().names().get()).noneMatch(topic -> topic.startsWith("typo."));
        }
    }

    private void assertDryRuns(String server) throws Exception {
        Path patch =
                Files.writeString(dir.resolve("count.json"), "[{\"op\":\"replace\",\"path\":\"/count\",\"value\":5}]");
        Json shown = Cli.run("board", "show", "b", "--json", "--bootstrap-server", server)
                .json();
        String invocation = ((JsonString) JsonPointer.parse("/openInvocations/0/invocationId")
                        .resolve(shown)
                        .orElseThrow())
                .value();
        List<String> command = List.of(
                "propose",
                "--board",
                "b",
                "--worker",
                "counter",
                "--patch",
                patch.toString(),
                "--dry-run",
                "--bootstrap-server",
                server);
        List<String> invited = new ArrayList<>(command);
        invited.addAll(List.of("--invocation", invocation));

        Cli uninvited = Cli.run(command.toArray(String[]::new));
        assertThat(uninvited.exitCode()).as(uninvited.err()).isEqualTo(4);
        assertThat(uninvited.out()).contains("would be rejected", "invocation-required", "nothing was sent");
        List<String> astray = new ArrayList<>(List.of("propose", "--board", "nobody", "--worker", "counter"));
        astray.addAll(List.of("--patch", patch.toString(), "--bootstrap-server", server));
        Cli unknown = Cli.run(astray.toArray(String[]::new));
        assertThat(unknown.exitCode()).as(unknown.out() + unknown.err()).isEqualTo(3);
        assertThat(unknown.out()).contains("ADMISSION unknown-board");
        Cli good = Cli.run(invited.toArray(String[]::new));
        assertThat(good.exitCode()).as(good.err()).isZero();
        assertThat(good.out()).contains("would be committed  version 2", "by rule again at /count");
        invited.add("--json");
        assertThat(Cli.run(invited.toArray(String[]::new)).json().toString())
                .contains("\"dryRun\":true", "PatchCommitted");
        invited.addAll(List.of("--proposal-id", "p"));
        assertThat(Cli.run(invited.toArray(String[]::new)).err()).contains("--dry-run or --proposal-id");
        assertThat(Cli.run("board", "show", "b", "--json", "--bootstrap-server", server)
                        .json())
                .isEqualTo(shown);
    }

    /** An author whose key the blueprint has is heard, and nobody else in his name. */
    private void assertSigned(String server) throws Exception {
        String own = dir.resolve("author.pem").toString();
        String other = dir.resolve("other.pem").toString();
        Cli made = Cli.run("keys", "make", own);
        assertThat(made.exitCode()).as(made.err()).isZero();
        assertThat(Cli.run("keys", "show", own).out()).isEqualTo(made.out());
        assertThat(Cli.run("keys", "make", own).err()).contains("a file is there");
        assertThat(Cli.run("keys", "make", other).exitCode()).isZero();
        Json blueprint = JsonReader.parse("""
                {"apiVersion": "patchboard/v1", "name": "signed", "rules": [],
                 "state": {"schema": {"type": "object"}, "initial": {"notes": []}},
                 "workers": {"author": {"unsolicited": true, "write": [{"op": ["add"], "path": "/notes/-"}], "keys": ["%s"]}}}
                """.formatted(made.out().strip()));
        try (RequestSender sender = new RequestSender(KafkaConnection.to(server))) {
            Waiting.on(sender.send(new CreateBoard("c-signed", "signed", blueprint, JsonObject.EMPTY)));
        }
        Path patch =
                Files.writeString(dir.resolve("note.json"), "[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":1.50}]");
        List<String> command = List.of(
                "propose",
                "--board",
                "signed",
                "--worker",
                "author",
                "--patch",
                patch.toString(),
                "--bootstrap-server",
                server);
        assertThat(Cli.run(command.toArray(String[]::new)).out()).contains("ADMISSION unsigned");
        assertThat(with(command, "--sign-with", other).out()).contains("ADMISSION signature at /signature/key");
        assertThat(with(command, "--sign-with", patch.toString()).err()).contains("keys make");
        Cli dry = with(command, "--sign-with", own, "--dry-run");
        assertThat(dry.out()).as(dry.err()).contains("would be committed");
        Cli heard = with(command, "--sign-with", own);
        assertThat(heard.exitCode()).as(heard.out() + heard.err()).isZero();
        assertThat(Cli.run("board", "log", "signed", "--json", "--bootstrap-server", server)
                        .out())
                .contains("\"signature\":{\"audience\":\"patchboard.proposals\",\"key\":\""
                        + made.out().strip());
        Cli replayed = Cli.run("replay", "signed", "--verify", "--decide", "--bootstrap-server", server);
        assertThat(replayed.exitCode()).as(replayed.out() + replayed.err()).isZero();
    }

    /** A value is enough where the contract says the rest; while the board is paused it waits. */
    private void assertSent(String server) throws Exception {
        Json blueprint = JsonReader.parse("""
                {"apiVersion": "patchboard/v1", "name": "mail", "rules": [],
                 "state": {"schema": {"type": "object"}, "initial": {"notes": []}},
                 "workers": {"author": {"unsolicited": true, "write": [{"op": ["add"], "path": "/notes/-"}]}}}
                """);
        try (RequestSender sender = new RequestSender(KafkaConnection.to(server))) {
            Waiting.on(sender.send(new CreateBoard("c-mail", "mail", blueprint, JsonObject.EMPTY)));
        }
        List<String> command = List.of("send", "mail", "--worker", "author", "--bootstrap-server", server);
        Cli sent = with(command, "--value", "\"Milk\"");
        assertThat(sent.exitCode()).as(sent.err()).isZero();
        assertThat(sent.out()).contains("committed  version 2");
        assertThat(with(command, "--value", "Milk").err()).contains("Expected JSON as --value", "Nothing was sent");
        assertThat(with(command, "--value", "1", "--path", "/title").err()).contains("/notes/-", "Nothing was sent");
        assertThat(Cli.run("send", "nobody", "--worker", "w", "--value", "1", "--bootstrap-server", server)
                        .exitCode())
                .isEqualTo(3);

        assertThat(Cli.run("board", "pause", "mail", "--bootstrap-server", server)
                        .exitCode())
                .isZero();
        Cli queued = with(command, "--value", "\"Bread\"", "--timeout", "1s");
        assertThat(queued.exitCode()).as(queued.err()).isZero();
        assertThat(queued.out()).contains("queued     proposal p-", "until board mail goes on");
        assertThat(with(command, "--value", "\"Salt\"", "--timeout", "1s", "--json")
                        .json()
                        .toString())
                .contains("\"status\":\"queued\"", "\"boardId\":\"mail\"");
        Cli audited = Cli.run("replay", "--inputs", "--bootstrap-server", server);
        assertThat(audited.exitCode()).as(audited.out() + audited.err()).isZero();
        assertThat(audited.out()).contains("2 wait until their board goes on");
        assertThat(Cli.run("board", "resume", "mail", "--bootstrap-server", server)
                        .exitCode())
                .isZero();
        assertThat(with(command, "--value", "\"Eggs\"").out()).contains("committed  version 5");
        assertThat(Cli.run("board", "state", "mail", "--bootstrap-server", server)
                        .out()
                        .replaceAll("\\s+", ""))
                .contains("[\"Milk\",\"Bread\",\"Salt\",\"Eggs\"]");
    }

    private static Cli with(List<String> command, String... more) {
        List<String> arguments = new ArrayList<>(command);
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    @Test
    void pauseResumeCancelReopen_andTheReplayOfWhatHappened() throws Exception {
        Path data = dir.resolve("data");
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(data));
                KernelApp kernel = KernelApp.start(KernelConfig.builder(
                                broker.bootstrapServers(),
                                dir.resolve("state"),
                                "0123456789abcdef".getBytes(StandardCharsets.UTF_8))
                        .build())) {
            assertThat(kernel).isNotNull();
            String server = broker.bootstrapServers();
            try (RequestSender sender = new RequestSender(KafkaConnection.to(server))) {
                Waiting.on(sender.send(new CreateBoard("c-1", "b", SampleLog.BLUEPRINT, JsonObject.EMPTY)));
            }

            Cli paused = Cli.run("board", "pause", "b", "--reason", "lunch", "--json", "--bootstrap-server", server);
            assertThat(paused.exitCode()).as(paused.err()).isZero();
            assertThat(paused.json().toString()).contains("BoardPaused", "lunch");
            assertThat(phase(Cli.run("board", "show", "b", "--json", "--bootstrap-server", server)))
                    .isEqualTo("\"paused\"");

            Cli again = Cli.run("board", "pause", "b", "--bootstrap-server", server);
            assertThat(again.exitCode()).isEqualTo(4);
            assertThat(again.err()).contains("paused already").hasLineCount(1);

            assertThat(Cli.run("board", "resume", "b", "--bootstrap-server", server)
                            .exitCode())
                    .isZero();
            assertDryRuns(server);
            assertSigned(server);
            assertSent(server);
            assertThat(Cli.run("board", "cancel", "b", "--bootstrap-server", server)
                            .out())
                    .contains("cancelled");
            assertThat(Cli.run("board", "reopen", "b", "--bootstrap-server", server)
                            .err())
                    .contains("Expected --reason TEXT");
            Cli reopened = Cli.run(
                    "board",
                    "reopen",
                    "b",
                    "--raise",
                    "invocations=2000",
                    "--reason",
                    "not yet",
                    "--bootstrap-server",
                    server);
            assertThat(reopened.exitCode()).as(reopened.err()).isZero();
            assertThat(reopened.out()).contains("reopened", "not yet");
            Cli open = Cli.run("board", "reopen", "b", "--reason", "again", "--bootstrap-server", server);
            assertThat(open.exitCode()).isEqualTo(4);
            assertThat(open.err()).contains("Expected a board that was halted or cancelled");
            Cli nobody = Cli.run("board", "cancel", "nobody", "--bootstrap-server", server);
            assertThat(nobody.exitCode()).isEqualTo(3);
            assertThat(nobody.err()).doesNotContain("Did you mean");
            Cli misspelt = Cli.run("board", "pause", "singed", "--bootstrap-server", server);
            assertThat(misspelt.exitCode()).isEqualTo(3);
            assertThat(misspelt.err()).contains("there is no board \"singed\". Did you mean \"signed\"?");
            assertRefusesToMakeTopics(server);
        }

        Cli replay = Cli.run("replay", "--verify", "--decide", "--data-dir", data.toString());

        assertThat(replay.exitCode()).as(replay.out() + replay.err()).isZero();
        assertThat(replay.out()).contains("3 boards", "identical");
    }

    @Test
    void withoutAKernel_theWaitEnds() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir));
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            String commands = new Topics(Topics.DEFAULT_PREFIX).commands();
            KnownTopics.create(admin, List.of(new NewTopic(commands, 1, (short) 1)));
            Cli cli =
                    Cli.run("board", "pause", "b", "--timeout", "2s", "--bootstrap-server", broker.bootstrapServers());

            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.err()).contains("within 2 s", "kernel running").hasLineCount(1);
        }
    }
}
