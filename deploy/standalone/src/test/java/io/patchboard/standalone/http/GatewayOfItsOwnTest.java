package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.patchboard.gateway.GatewayMain;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.jvm.ChildJvm;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gateway as a program of its own, with {@code --http-port}. */
@Tag("long")
class GatewayOfItsOwnTest {

    private static final String WORKERS = "workers: {other: {process: [cat]}}";

    @TempDir
    Path dir;

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void gatewayWithAPort_servesTheRoutesOfWorkers() throws Exception {
        Path token = Files.writeString(dir.resolve("token"), "abc-123");
        try (AllInOne all = AllInOne.start(AllInOneConfig.on(dir.resolve("data")))) {
            Process gateway = gateway(
                    "--bootstrap-server",
                    all.bootstrapServers(),
                    "--http-port",
                    "0",
                    "--http-host",
                    "0.0.0.0",
                    "--http-token-file",
                    token.toString());
            try {
                String url = listening(gateway).replace("0.0.0.0", "127.0.0.1");
                HttpResponse<String> created = decided(url + "/v1/boards", board("own"));
                HttpResponse<String> polled = post(url + "/v1/queues/own/poll", "{\"wait\":\"PT30S\"}");

                assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
                assertThat(polled.body()).contains("WorkerInvoked");
                assertThat(JsonReader.parse(get(url + "/openapi.json")).toString())
                        .contains("\"createBoard\"")
                        .doesNotContain("\"listBoards\"");
                assertThat(JsonReader.parse(get(url + "/health/ready")).toString())
                        .contains(Json.of("ready").toString());
            } finally {
                gateway.destroy();
                assertThat(gateway.waitFor(5, TimeUnit.MINUTES)).isTrue();
            }
        }
    }

    @Test
    void gatewayThatIsToldToEnd_takesTheAnswersThatWerePromised() throws Exception {
        BlockingQueue<String> callbacks = new LinkedBlockingQueue<>();
        HttpServer worker = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        worker.createContext("/", exchange -> {
            callbacks.add(exchange.getRequestHeaders().getFirst("PatchBoard-Callback"));
            exchange.sendResponseHeaders(202, -1);
            exchange.close();
        });
        worker.start();
        String scribe = "workers: {scribe: {http: \"http://127.0.0.1:"
                + worker.getAddress().getPort() + "/\"}}";
        try (AllInOne all = AllInOne.start(AllInOneConfig.on(dir.resolve("data")))) {
            Process gateway = gatewayOf(
                    scribe, "--bootstrap-server", all.bootstrapServers(), "--http-port", "0", "--drain", "10m");
            try {
                String url = listening(gateway);
                HttpResponse<String> created = decided(url + "/v1/boards", board("drain"));
                assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
                String callback = callbacks.poll(5, TimeUnit.MINUTES);
                assertThat(callback).startsWith(url);
                gateway.destroy();
                // Until the end has begun: there is nothing to lend any more.
                await().atMost(Duration.ofMinutes(5))
                        .until(() -> post(url + "/v1/queues/drain/poll", "{\"wait\":0}")
                                        .statusCode()
                                == 503);

                HttpResponse<String> told = decided(callback, RunningApi.note("in time"));

                assertThat(told.statusCode()).as(told.body()).isEqualTo(200);
                assertThat(told.body()).contains("PatchCommitted", "in time");
            } finally {
                gateway.destroy();
                assertThat(gateway.waitFor(5, TimeUnit.MINUTES)).isTrue();
            }
        } finally {
            worker.stop(0);
        }
    }

    @Test
    void gatewayThatHasNotReachedKafka_lives_andIsNotReady() throws Exception {
        Process gateway = gateway("--bootstrap-server", "127.0.0.1:1", "--http-port", "0");
        try {
            String url = listening(gateway);
            URI ready = URI.create(url + "/health/ready");

            assertThat(get(url + "/health/live")).contains("live");
            HttpResponse<String> told = http.send(HttpRequest.newBuilder(ready).build(), BodyHandlers.ofString());
            assertThat(told.statusCode()).as(told.body()).isEqualTo(503);
            assertThat(told.body()).contains("waits for Kafka");
        } finally {
            gateway.destroyForcibly().waitFor();
        }
    }

    @Test
    void gatewayThatOthersCanReach_withoutAToken_doesNotStart() throws Exception {
        Process gateway = gateway("--http-port", "0", "--http-host", "0.0.0.0");

        String output = new String(gateway.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(gateway.waitFor()).isEqualTo(1);
        assertThat(output).contains("Expected a token for listening on 0.0.0.0");
    }

    private Process gateway(String... options) throws IOException {
        return gatewayOf(WORKERS, options);
    }

    private Process gatewayOf(String served, String... options) throws IOException {
        Path workers = Files.writeString(dir.resolve("workers.yaml"), served);
        List<String> command = ChildJvm.running(GatewayMain.class, "--workers", workers.toString());
        Stream.of(options).forEach(command::add);
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String listening(Process gateway) throws IOException {
        BufferedReader out = gateway.inputReader(StandardCharsets.UTF_8);
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith("listening http=")) {
                Thread drain = new Thread(() -> out.lines().forEach(rest -> {}), "drain");
                drain.setDaemon(true);
                drain.start();
                return line.substring("listening http=".length());
            }
        }
        throw new AssertionError("Expected the gateway to tell where it listens, but it ended.");
    }

    private static String board(String queue) {
        return "{\"commandId\":\"create-" + queue + "\",\"blueprint\":" + RunningApi.BLUEPRINT.replace("QUEUE", queue)
                + "}";
    }

    /** Asked again while it is on its way: it has one outcome. */
    private HttpResponse<String> decided(String url, String body) {
        return await().atMost(Duration.ofMinutes(10))
                .until(() -> post(url, body), response -> response.statusCode() != 202);
    }

    private HttpResponse<String> post(String url, String body) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(url))
                        .header("Authorization", "Bearer abc-123")
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private String get(String url) throws Exception {
        return http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString())
                .body();
    }
}
