package io.patchboard.standalone.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.LogTopics;
import io.patchboard.client.log.SampleLog;
import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.llm.scripted.ScriptedChatServer;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Workers that are asked what boards ask, and models that are asked once. */
class CheckAgainstBoardsTest extends CheckWorkerRig {

    @Test
    void languageModel_isAskedOnce_andJudgedByTheKernel() throws Exception {
        String patch = "[{\"op\":\"add\",\"path\":\"/summaries/-\",\"value\":%s}]";
        try (ScriptedChatServer server = ScriptedChatServer.start()) {
            Files.writeString(folder.resolve("workers.yaml"), """
                    models:
                      fast: {provider: openai, baseUrl: "%s", model: small}
                    workers:
                      summarizer: {llm: fast}
                    """.formatted(server.baseUrl()));
            String hello = "../../examples/hello-summary/";
            String[] command = {
                "worker",
                "check",
                "--json",
                "--workers",
                folder.resolve("workers.yaml").toString(),
                "--blueprint",
                hello + "blueprint.yaml",
                "--input",
                hello + "input.json",
                "--worker",
                "summarizer"
            };

            server.thenText(patch.formatted("{\"sentence\": \"Kafka keeps the log.\", \"words\": 2}"));
            Cli good = Cli.run(command);
            server.thenText(patch.formatted("{\"words\":1}"));
            Cli bad = Cli.run(command);
            assertThat(server.requests()).hasSize(2);
            server.otherwise(request -> Reply.of(401, "text/plain", "wrong key"));
            Cli refused = Cli.run(command);

            assertThat(good.exitCode()).as(good.out() + good.err()).isZero();
            assertThat(results(good)).containsEntry("kernel", "pass").containsKeys("answers", "contract", "usage");
            assertThat(failed(bad, "kernel")).contains("SCHEMA", "sentence");
            assertThat(failed(refused, "answers")).contains("HTTP 401");
        }
    }

    @Test
    void stateOfOnesOwn_isWhatALaterWorkerIsAskedAbout() throws Exception {
        Path state = Files.writeString(folder.resolve("state.json"), "{\"seen\":[],\"hidden\":2,\"copies\":[]}");
        String[] board = {"--blueprint", blueprint(), "--worker", "w", "--state", state.toString()};

        Cli nothingToDo = check(GOOD, board);
        Files.writeString(state, "{\"seen\":[5],\"hidden\":2,\"copies\":[]}");
        Cli five = check(
                LOOP.formatted("assert invocation['view']['item']['value'] in (5, None)"
                        + " or len(str(invocation)) > 10000;"
                        + " answer = {'patch': [{'op': 'copy', 'from': '/seen/0', 'path': '/copies/-'}]}"),
                board);

        Files.writeString(state, "[5]");
        Cli wrong = check(GOOD, board);

        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.err()).contains("with the state", "has at /state/initial: Expected");
        assertThat(nothingToDo.exitCode()).isEqualTo(1);
        assertThat(nothingToDo.err()).contains("from which a rule invites w");
        assertThat(results(five)).containsEntry("kernel", "pass").containsEntry("answers", "pass");
    }

    /** As those do that a gateway asks. */
    @Test
    void blobsOfTheView_areGivenToProgramsAndModels() throws Exception {
        Path bytes = Files.writeString(folder.resolve("page.png"), "a page");
        String blobs = folder.resolve("blobs").toString();
        String handle = Cli.run("blob", "put", bytes.toString(), "--type", "image/png", "--blobs", blobs)
                .out()
                .strip();
        Path state = Files.writeString(
                folder.resolve("state.json"), "{\"seen\":[" + handle + "],\"hidden\":2,\"copies\":[]}");
        String[] board = {"--blueprint", blueprint(), "--worker", "w", "--state", state.toString(), "--blobs", blobs};

        Cli program = check(
                LOOP.formatted("files = [open(file).read() for file in invocation.get('blobs', {}).values()];"
                        + " assert files == ['a page'] or '$blob' not in str(invocation);"
                        + " answer = {'patch': [{'op': 'copy', 'from': '/seen/0', 'path': '/copies/-'}]}"),
                board);
        assertThat(results(program))
                .as(program.out() + program.err())
                .containsEntry("kernel", "pass")
                .doesNotContainKey("error");
        try (ScriptedChatServer server = ScriptedChatServer.start()) {
            Path workers = Files.writeString(folder.resolve("workers.yaml"), """
                    models: {seer: {provider: openai, baseUrl: "%s", model: small, images: true}}
                    workers: {w: {llm: seer}}
                    """.formatted(server.baseUrl()));
            server.thenText("[]");
            List<String> command = new ArrayList<>(List.of("worker", "check", "--workers", workers.toString()));
            command.addAll(List.of(board));
            Cli.run(command.toArray(String[]::new));

            assertThat(server.requests().get(0).at("/messages/1/content").toString())
                    .contains("data:image/png;base64,");
        }
    }

    @Test
    void whatABoardHasAsked_isAskedAgain_andNothingIsSent() throws Exception {
        SampleLog log = new SampleLog("b")
                .created()
                .invoked("i-1")
                .committed("p-1", "i-1", 5)
                .invoked("i-2")
                .committed("p-2", "i-2", 6);
        Topics topics = new Topics(Topics.DEFAULT_PREFIX);
        Path data = folder.resolve("data");
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(data));
                LogTopics written = new LogTopics(broker.bootstrapServers(), topics)) {
            written.commit(log.entries());
        }
        String count = LOOP.formatted("answer = {'patch': [{'op': 'replace', 'path': '/count', 'value':"
                + " invocation['view'].get('state', {}).get('count', 0) + %d}]}");
        String[] board = {"--board", "b", "--data-dir", data.toString(), "--worker", "counter"};

        Cli now = check(count.formatted(1), board);
        String[] then = Arrays.copyOf(board, board.length + 2);
        then[board.length] = "--version";
        then[board.length + 1] = "1";
        Cli first = check(count.formatted(1).replace("'/count'", "'/other'"), then);
        String zero = LOOP.formatted("assert invocation['view'].get('state', {}).get('count') in (0, None)"
                + " or len(str(invocation)) > 10000;"
                + " answer = {'patch': [{'op': 'replace', 'path': '/count', 'value': 1}]}");
        Cli zeroThen = check(zero, then);
        Cli zeroNow = check(zero, board);
        Cli nobody = check(GOOD, "--board", "b", "--data-dir", data.toString(), "--worker", "couter");

        assertThat(results(now)).as(now.out() + now.err()).containsEntry("kernel", "pass");
        assertThat(failed(first, "kernel")).contains("AUTHORIZATION");
        assertThat(results(zeroThen))
                .as(zeroThen.out() + zeroThen.err())
                .containsEntry("kernel", "pass")
                .doesNotContainKey("error");
        assertThat(results(zeroNow)).as(zeroNow.out() + zeroNow.err()).containsEntry("error", "warn");
        assertThat(nobody.err()).contains("one of [counter]", "got couter. Did you mean \"counter\"?");
    }
}
