package io.patchboard.gateway.runner.llm.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.runner.Runner;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.Reconciled;
import io.patchboard.gateway.worker.SampleInvocation;
import io.patchboard.gateway.worker.Tool;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.gateway.worker.WorkerProvider;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Failure;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tools that do something which must not be done twice, and of which nobody hears whether they did it. */
final class EffectsTest extends ToolsRig {

    private static final String SEND = "tools: [{java: mail/send}]";

    private final List<String> called = new CopyOnWriteArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> underWay = new CompletableFuture<>();
    private volatile Reconciled known = Reconciled.unknown();

    /** Throws, or never comes back, where it is told to. */
    private final class Send implements Tool {

        @Override
        public String description() {
            return "Sends a mail.";
        }

        @Override
        public JsonObject input() {
            return (JsonObject) JsonReader.parse("{\"type\":\"object\"}");
        }

        @Override
        public boolean hasEffects() {
            return true;
        }

        @Override
        public Json call(JsonObject arguments, String key) throws Exception {
            called.add(key);
            if (arguments.has("hang") && called.size() == 1) {
                underWay.complete(null);
                new CompletableFuture<Void>().get();
            }
            if (arguments.has("break")) {
                throw new IllegalStateException("the connection broke");
            }
            return Json.of("sent");
        }

        @Override
        public Reconciled reconcile(JsonObject arguments, String key) {
            asked.add(key);
            return known;
        }
    }

    @BeforeEach
    void provide() {
        providers.add(new WorkerProvider() {
            @Override
            public String name() {
                return "mail";
            }

            @Override
            public Map<String, Worker> workers() {
                return Map.of();
            }

            @Override
            public Map<String, Tool> tools() {
                return Map.of("send", new Send());
            }
        });
    }

    private static Invocation action(String id) {
        return SampleInvocation.of("extractor").id(id).action("act-7").build();
    }

    private Answer afterABrokenCall(Runner worker) throws Exception {
        model.then(Reply.call("send", "{\"break\":true}"), Reply.text(DONE));
        return answer(worker, action("i-1"));
    }

    @Test
    void roleWithoutAKeyOfItsActions_isToldToHaveOne() throws Exception {
        Answer answer = answer(worker(SEND), invocation("i-1", "\"state\":{}"));

        assertThat(answer.failure().orElseThrow().kind()).isEqualTo(Failure.Kind.REFUSED);
        assertThat(answer.error().orElseThrow()).contains("idempotencyKey");
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void callThatBrokeOff_andIsFound_hasItsResult() throws Exception {
        known = Reconciled.found(Json.of("sent at noon"));

        Answer answer = afterABrokenCall(worker(SEND));

        assertThat(answer.isFailed()).isFalse();
        assertThat(results(model.requests().get(1)).toString()).contains("\"data\":\"sent at noon\"");
        assertThat(called).containsExactly("act-7");
        assertThat(asked).containsExactly("act-7");
        assertThat(trajectories.get(0).calls().get(0).outcome()).isEqualTo("found");
    }

    @Test
    void callThatBrokeOff_andIsAbsent_isToldToTheModel() throws Exception {
        known = Reconciled.absent();

        assertThat(afterABrokenCall(worker(SEND)).isFailed()).isFalse();

        assertThat(results(model.requests().get(1)).toString()).contains("error", "the connection broke");
        assertThat(called).hasSize(1);
    }

    @Test
    void callThatBrokeOff_andNobodyKnows_endsTheAnswer_forAPersonToLook() throws Exception {
        Answer answer = afterABrokenCall(worker(SEND));

        Failure failure = answer.failure().orElseThrow();
        assertThat(failure.kind()).isEqualTo(Failure.Kind.UNKNOWN);
        assertThat(failure.message()).contains("\"send\"", "idempotency key act-7", "does not know either");
        assertThat(model.requests()).as("it is not asked what to do next").hasSize(1);
        assertThat(answer.usage().orElseThrow().inputTokens()).isEqualTo(100);
    }

    @Test
    void call_isWrittenDownBeforeItIsMade() throws Exception {
        assertThat(checkpoints.saved).isEmpty();
        model.then(Reply.call("send", "{}"), Reply.text(DONE));

        answer(worker(SEND), action("i-1"));

        assertThat(checkpoints.saved).hasSize(2);
        assertThat(checkpoints.saved.get(0).content().orElseThrow().toString()).contains("\"begun\"");
        assertThat(checkpoints.saved.get(1).content().orElseThrow().toString()).doesNotContain("\"begun\"");
    }

    @Test
    void callThatCannotBeWrittenDown_isNotMade() throws Exception {
        checkpoints.broken = true;
        model.then(Reply.call("send", "{}"), Reply.text(DONE));

        answer(worker(SEND), action("i-1"));

        assertThat(called).isEmpty();
        assertThat(results(model.requests().get(1)).toString()).contains("written down", "it was not called");
    }

    @Test
    void whatWasDoneBefore_cannotBeFoundOut_nothingIsDone() throws Exception {
        checkpoints.away = true;

        Answer answer = answer(worker(SEND), action("i-1"));

        assertThat(answer.failure().orElseThrow().kind()).isEqualTo(Failure.Kind.OUTAGE);
        assertThat(model.requests()).isEmpty();
    }

    /** The gateway ends in the middle of a call. */
    private void killedInTheMiddle() throws Exception {
        model.then(Reply.call("send", "{\"hang\":true}"));
        Runner first = worker(SEND);
        var answer = first.run(action("i-1")).toCompletableFuture();
        underWay.get(5, TimeUnit.MINUTES);
        first.close();
        assertThat(answer).isCompletedExceptionally();
    }

    @Test
    void attemptAfterAKill_findsTheCall_andDoesNotMakeItAgain() throws Exception {
        killedInTheMiddle();
        known = Reconciled.found(Json.of("sent at noon"));
        model.then(Reply.text(DONE));

        Answer answer = answer(worker(SEND), action("i-2"));

        assertThat(answer.isFailed()).isFalse();
        assertThat(called).containsExactly("act-7");
        assertThat(results(model.requests().get(1)).toString()).contains("sent at noon");
    }

    @Test
    void attemptAfterAKill_makesTheCallThatIsAbsent_underTheSameKey() throws Exception {
        killedInTheMiddle();
        known = Reconciled.absent();
        model.then(Reply.text(DONE));

        assertThat(answer(worker(SEND), action("i-2")).isFailed()).isFalse();

        assertThat(called).containsExactly("act-7", "act-7");
    }

    @Test
    void attemptsAfterAKill_ofWhichNobodyKnows_neverMakeTheCall() throws Exception {
        killedInTheMiddle();

        for (int attempt = 2; attempt < 5; attempt++) {
            Answer answer = answer(worker(SEND), action("i-" + attempt));
            assertThat(answer.failure().orElseThrow().kind()).isEqualTo(Failure.Kind.UNKNOWN);
        }

        assertThat(called).hasSize(1);
        assertThat(model.requests()).hasSize(1);
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
                + " description: Sends., input: {type: object}}]");
        model.then(Reply.call("send", "{}"), Reply.text(DONE));

        Answer answer = answer(worker, action("i-1"));

        assertThat(answer.isFailed()).isEqualTo(unknown);
        assertThat(asked).containsExactly("{\"idempotencyKey\":\"act-7\",\"arguments\":{}}");
        server.stop(0);
    }

    /** The server's tool is asked by its name, and models do not see it. */
    @Test
    void toolOfAServer_isReconciledByAnother_thatIsNotOffered() throws Exception {
        Runner worker = worker("tools: [{mcp: {command: [python3, server.py], env: {KEY: {file: key}}, allow: [crash],"
                + " reconcile: {crash: settled}}}]");
        model.then(Reply.call("crash", "{\"text\":\"x\"}"), Reply.text(DONE));

        answer(worker, action("i-1"));

        assertThat(model.requests().get(0).at("/tools").toString())
                .contains("crash")
                .doesNotContain("settled");
        assertThat(results(model.requests().get(1)).get(0))
                .isEqualTo(
                        JsonReader.parse("{\"data\":{\"idempotencyKey\":\"act-7\",\"arguments\":{\"text\":\"x\"}}}"));
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
}
