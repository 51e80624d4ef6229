package io.patchboard.standalone.http;

import static io.patchboard.standalone.http.RunningApi.note;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Usage;
import io.patchboard.sign.Signer;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import io.patchboard.standalone.run.Workers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An HTTP worker that answers 202, and later calls back. */
class CallbackTest {

    private static final String TOKEN = "let-me-in";

    @TempDir
    Path dir;

    private final HttpClient http = HttpClient.newHttpClient();
    private final BlockingQueue<String> callbacks = new LinkedBlockingQueue<>();
    private HttpServer worker;

    @BeforeEach
    void startWorker() throws IOException {
        worker = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        worker.createContext("/", this::promise);
        worker.start();
    }

    @AfterEach
    void stopWorker() {
        worker.stop(0);
    }

    @Test
    void callback_toAServerWithAToken_needsNoneWhileItIsAwaited() throws Exception {
        AwaitedAnswers awaited = new AwaitedAnswers();
        Workers workers = Workers.parse(
                "workers: {scribe: {http: \"http://127.0.0.1:"
                        + worker.getAddress().getPort() + "/\"}}",
                dir.resolve("workers.yaml"));
        HttpApi api = HttpApi.start(HttpServerConfig.onPort(0).withToken(new Secret(TOKEN)));
        Callbacks places = new Callbacks(Optional.of(URI.create(api.url())), awaited);
        try (AllInOne all = AllInOne.start(AllInOneConfig.on(dir.resolve("data"))
                        .withWorkers(List.of(workers))
                        .withCallbacks(() -> places));
                api) {
            api.serve(all.connection(), awaited, dir.resolve("model"));
            Signer scribe = Signer.generate();
            String blueprint = RunningApi.BLUEPRINT
                    .replace("QUEUE", "q-callback")
                    .replace("\"scribe\":{", "\"scribe\":{\"keys\":[\"" + scribe.publicKey() + "\"],");
            HttpResponse<String> created = http.send(
                    post(
                            api.url() + "/v1/boards",
                            "{\"boardId\":\"called-back\",\"blueprint\":" + blueprint + "}",
                            "Authorization",
                            "Bearer " + TOKEN),
                    BodyHandlers.ofString());
            assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
            String callback = callbacks.poll(5, TimeUnit.MINUTES);
            assertThat(callback).startsWith(api.url());

            URI read = URI.create(callback.replaceAll("&capability=.*", ""));
            HttpResponse<String> stranger = http.send(post(read.toString(), note("forged")), BodyHandlers.ofString());
            String answer = signed(scribe, callback.replaceAll(".*/invocations/([^/]+)/answer.*", "$1"));
            HttpResponse<String> told = http.send(post(callback, answer), BodyHandlers.ofString());
            HttpResponse<String> again = http.send(post(callback, note("again")), BodyHandlers.ofString());
            HttpResponse<String> other =
                    http.send(post(api.url() + "/v1/invocations/other/answer", note("x")), BodyHandlers.ofString());

            assertThat(stranger.statusCode())
                    .as("who has read the id alone: " + stranger.body())
                    .isEqualTo(401);
            assertThat(told.statusCode()).as(told.body()).isEqualTo(200);
            assertThat(told.body()).contains("PatchCommitted", "later", scribe.publicKey(), "\"proposalId\":\"mine\"");
            assertThat(again.statusCode()).isEqualTo(401);
            assertThat(other.statusCode()).isEqualTo(401);
        }
    }

    /** What a worker says that has a key of its own, which the gateway has not. */
    private static String signed(Signer scribe, String invocation) {
        PatchProposal said = new PatchProposal(
                "mine",
                "called-back",
                "scribe",
                Optional.of(invocation),
                JsonReader.parse(note("later")),
                Optional.of(new Usage(3, 4)),
                Optional.empty());
        JsonObject proposal = scribe.sign(said, "patchboard.proposals").toJson();
        return proposal.without("boardId")
                .without("worker")
                .without("invocationId")
                .toString();
    }

    private void promise(HttpExchange exchange) throws IOException {
        try (exchange) {
            callbacks.add(exchange.getRequestHeaders().getFirst("PatchBoard-Callback"));
            exchange.sendResponseHeaders(202, -1);
        }
    }

    private static HttpRequest post(String url, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request.build();
    }
}
