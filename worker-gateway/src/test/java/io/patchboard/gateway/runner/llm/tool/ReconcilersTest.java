package io.patchboard.gateway.runner.llm.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.runner.Runner;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.SampleInvocation;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Failure;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who tells what became of a call: programs, endpoints and tools of servers, and what they may say. */
final class ReconcilersTest extends ToolsRig {

    private final List<String> asked = new CopyOnWriteArrayList<>();

    private static Invocation action(String id) {
        return SampleInvocation.of("extractor").id(id).action("act-7").build();
    }

    private Runner program(String reconcile) throws Exception {
        Files.writeString(folder.resolve("send.py"), "import sys\nsys.stdin.readline()\nsys.exit(3)\n");
        Files.writeString(
                folder.resolve("sent.py"),
                "import json, sys\nasked = json.loads(sys.stdin.readline())['arguments']\n" + reconcile);
        return worker("tools: [{process: [python3, send.py], name: send, description: Sends., input: {type: object},"
                + " reconcile: [python3, sent.py]}]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "print(json.dumps({'result': {'outcome': 'found', 'result': asked}})) | false",
                "print(json.dumps({'result': {'outcome': 'absent'}})) | false",
                "print(json.dumps({'result': {'outcome': 'unknown'}})) | true",
                "print(json.dumps({'result': {'outcome': 'perhaps'}})) | true",
                "print('garbage') | true",
                "sys.exit(5) | true"
            })
    void program_thatReconciles_isAskedWithKeyAndArguments(String reconcile, boolean unknown) throws Exception {
        Runner worker = program(reconcile);
        model.then(Reply.call("send", "{\"to\":\"ada\"}"), Reply.text(DONE));

        Answer answer = answer(worker, action("i-1"));

        assertThat(answer.failure()
                        .map(Failure::kind)
                        .filter(Failure.Kind.UNKNOWN::equals)
                        .isPresent())
                .isEqualTo(unknown);
        if (reconcile.contains("found")) {
            assertThat(results(model.requests().get(1)).get(0))
                    .isEqualTo(JsonReader.parse(
                            "{\"data\":{\"idempotencyKey\":\"act-7\",\"arguments\":{\"to\":\"ada\"}}}"));
        }
    }

    @ParameterizedTest
    @CsvSource({"found, false", "absent, false", "unknown, true"})
    void endpoint_thatReconciles(String outcome, boolean unknown) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/send", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(500, -1);
            }
        });
        server.createContext("/sent", exchange -> {
            try (exchange) {
                asked.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                byte[] body = ("{\"outcome\":\"" + outcome + "\",\"result\":1}").getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        Runner worker = worker("tools: [{http: \"" + url + "/send\", reconcile: \"" + url + "/sent\", name: send,"
                + " egress: false, description: Sends., input: {type: object}}]");
        model.then(Reply.call("send", "{}"), Reply.text(DONE));

        Answer answer = answer(worker, action("i-1"));

        assertThat(answer.isFailed()).isEqualTo(unknown);
        assertThat(asked).containsExactly("{\"idempotencyKey\":\"act-7\",\"arguments\":{}}");
        server.stop(0);
    }

    /** The server's tool is asked by its name, and models do not see it; servers turn what they threw into errors. */
    @ParameterizedTest
    @ValueSource(strings = {"crash", "refuse"})
    void toolOfAServer_isReconciledByAnother_thatIsNotOffered(String tool) throws Exception {
        Runner worker = worker("tools: [{mcp: {command: [python3, server.py], env: {KEY: {file: key}}, allow: [" + tool
                + "], reconcile: {" + tool + ": settled}}}]");
        model.then(Reply.call(tool, "{\"text\":\"x\"}"), Reply.text(DONE));

        answer(worker, action("i-1"));

        assertThat(model.requests().get(0).at("/tools").toString())
                .contains(tool)
                .doesNotContain("settled");
        assertThat(results(model.requests().get(1)).get(0))
                .isEqualTo(
                        JsonReader.parse("{\"data\":{\"idempotencyKey\":\"act-7\",\"arguments\":{\"text\":\"x\"}}}"));
    }

    @Test
    void toolOfAServer_thatSaysItFailed_andNobodyCanBeAsked_isBelieved() throws Exception {
        Runner worker = worker("tools: [{mcp: {command: [python3, server.py], env: {KEY: {file: key}}, allow: [refuse],"
                + " effects: [refuse]}}]");
        model.then(Reply.call("refuse", "{\"text\":\"x\"}"), Reply.text(DONE));

        assertThat(answer(worker, action("i-1")).isFailed()).isFalse();
        assertThat(text(results(model.requests().get(1)).get(0), "error")).contains("it says: not today");
    }

    @Test
    void effectsOfWhichNobodyCanBeAsked_areUnknown() throws Exception {
        Files.writeString(folder.resolve("send.py"), "import sys\nsys.stdin.readline()\nsys.exit(3)\n");
        Runner worker = worker("tools: [{process: [python3, send.py], name: send, description: Sends.,"
                + " input: {type: object}, effects: true}]");
        model.then(Reply.call("send", "{}"), Reply.text(DONE));

        assertThat(answer(worker, action("i-1")).failure().orElseThrow().message())
                .contains("nobody can be asked");
    }

    /** Nobody has to find out whether it was done. */
    @Test
    void callsThatWereNeverBegun_areToldToTheModel() throws Exception {
        Path program = Files.writeString(folder.resolve("send.sh"), "#!/bin/sh\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        String nobody = "http://127.0.0.1:" + portThatNobodyListensAt();
        String described = "name: send, description: Sends., input: {type: object}, effects: true";
        Runner started = worker("tools: [{process: [./send.sh], " + described + "}]");
        Runner called = worker("tools: [{http: \"" + nobody + "/send\", egress: false, " + described + "}]");
        Files.delete(program);

        for (Runner worker : List.of(started, called)) {
            int before = model.requests().size();
            model.then(Reply.call("send", "{}"), Reply.text(DONE));

            assertThat(answer(worker, action("i-" + before)).isFailed()).isFalse();
            assertThat(text(results(model.requests().get(before + 1)).get(0), "error"))
                    .containsAnyOf("cannot be started", "there was no response");
        }
    }

    private static int portThatNobodyListensAt() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
