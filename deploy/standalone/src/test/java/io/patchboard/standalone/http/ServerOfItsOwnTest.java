package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.patience.Ports;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.cli.PatchBoard;
import io.patchboard.standalone.jvm.ChildJvm;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code patchboard server}, against a Kafka and a kernel of another process. */
@Tag("long")
class ServerOfItsOwnTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Its only worker gets one attempt, and nobody serves it but this test. */
    private static final String BOARD = """
            {"commandId":"c-1","boardId":"b-1","blueprint":
             {"apiVersion":"patchboard/v1","name":"asks",
              "state":{"schema":{"type":"object"},"initial":{"n":0}},
              "workers":{"clerk":{"queue":"desk","write":[{"op":["replace"],"path":"/n"}]}},
              "rules":[{"name":"begin","on":{"event":"created"},"invoke":"clerk"}],
              "policies":{"default":{"timeout":"PT30M","retry":{"maxAttempts":1},"onExhausted":"incident"}}}}
            """;

    @TempDir
    Path dir;

    private final HttpClient http = HttpClient.newHttpClient();
    private final String kafka = "127.0.0.1:" + Ports.free();
    private final String port = Integer.toString(Ports.free());
    private final String url = "http://127.0.0.1:" + port;

    @Test
    void server_waitsForKafka_andThenHasItsBoardsAndDecides() throws Exception {
        Process server = server(port);
        try {
            await().atMost(PATIENCE).ignoreExceptions().until(() -> status("/health/live") == 200);
            assertThat(status("/health/ready")).isEqualTo(503);
            assertThat(status("/v1/boards")).isEqualTo(503);

            int kafkaPort = Integer.parseInt(kafka.substring(kafka.indexOf(':') + 1));
            try (AllInOne all =
                    AllInOne.start(AllInOneConfig.on(dir.resolve("up")).withKafkaPort(kafkaPort))) {
                assertThat(server.inputReader(StandardCharsets.UTF_8).readLine())
                        .isEqualTo("ready http=" + url);
                assertThat(status("/health/ready")).isEqualTo(200);
                await().atMost(PATIENCE).until(() -> post("/v1/boards", BOARD).statusCode(), status -> status == 201);
                await().atMost(PATIENCE).until(() -> get("/v1/boards").contains("\"b-1\""));
                fail("desk");
                await().atMost(PATIENCE).until(() -> get("/v1/inbox").contains("\"b-1\""));
                assertThat(get("/metrics")).contains("patchboard_boards_needing_person 1.0");
                HttpResponse<String> decided = post(
                        "/v1/inbox/b-1/" + at(get("/v1/inbox"), "/items/0/item"),
                        "{\"option\":\"halt\",\"reason\":\"enough\"}");
                assertThat(decided.statusCode()).as(decided.body()).isEqualTo(200);
                await().atMost(PATIENCE)
                        .until(() -> get("/v1/boards?phase=halted").contains("\"b-1\""));

                Process second = server("0");
                String said = new String(second.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(second.waitFor()).as(said).isEqualTo(1);
                assertThat(said).contains("Expected to be the only server on the data directory");

                server.toHandle().destroy();
                assertThat(server.waitFor(5, TimeUnit.MINUTES)).isTrue();
                assertThat(server.exitValue()).isZero();
            }
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    void server_whoseKafkaHasNoAddressYet_waits() throws Exception {
        Process server =
                program("nobody.invalid:9092", port).redirectErrorStream(true).start();
        try (BufferedReader said = server.inputReader(StandardCharsets.UTF_8)) {
            assertThat(said.readLine()).contains("nobody.invalid:9092", "no address", "waits");
            assertThat(server.waitFor(2, TimeUnit.SECONDS)).isFalse();
            assertThat(status("/health/live")).isEqualTo(200);
        } finally {
            server.destroyForcibly();
        }
    }

    private Process server(String httpPort) throws IOException {
        ProcessBuilder program = program(kafka, httpPort);
        return httpPort.equals("0")
                ? program.redirectErrorStream(true).start()
                : program.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    private ProcessBuilder program(String bootstrapServer, String httpPort) {
        return new ProcessBuilder(ChildJvm.running(
                PatchBoard.class,
                "server",
                "--bootstrap-server",
                bootstrapServer,
                "--http-port",
                httpPort,
                "--data-dir",
                dir.resolve("server").toString()));
    }

    private void fail(String queue) throws Exception {
        String polled = await().atMost(PATIENCE)
                .until(
                        () -> post("/v1/queues/" + queue + "/poll", "{\"wait\":\"PT20S\"}")
                                .body(),
                        body -> body.contains("WorkerInvoked"));
        HttpResponse<String> answer = post(
                "/v1/invocations/" + at(polled, "/invocations/0/invocationId") + "/answer", "{\"error\":\"no idea\"}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static String at(String json, String pointer) {
        return JsonPointer.parse(pointer)
                .resolve(JsonReader.parse(json))
                .orElseThrow(() -> new AssertionError(pointer + " of " + json))
                .toString()
                .replace("\"", "");
    }

    private int status(String path) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(url + path))).statusCode();
    }

    private String get(String path) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(url + path))).body();
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(url + path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), BodyHandlers.ofString());
    }
}
