package io.patchboard.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One board, run with workers of other kinds than the example has. */
class WorkersOfAllKindsTest {

    private static final String EXAMPLE = "../../examples/hello-summary/";
    private static final String TOKEN = "tok-SECRET-1";

    @TempDir
    Path folder;

    private final Set<String> asked = ConcurrentHashMap.newKeySet();

    @Test
    void httpWorker_thatFailsAtFirst_completesTheBoard() throws Exception {
        Cli run = runWithServer(exchange -> {
            JsonObject invocation = (JsonObject) read(exchange);
            if (asked.add(text(invocation, "/invocationId"))) {
                reply(exchange, 503, "not yet, " + TOKEN);
            } else {
                String sentence = text(invocation, "/view/item/value").split("\\.")[0];
                reply(
                        exchange,
                        200,
                        JsonObject.of("patch", JsonReader.parse("""
                                [{"op": "add", "path": "/summaries/-", "value": {"words": 1, "sentence": "%s"}}]""".formatted(sentence)))
                                .toString());
            }
        });

        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        // One that timed out is asked for again under another id.
        assertThat(asked).hasSizeGreaterThanOrEqualTo(3);
        assertThat(run.out() + run.err()).doesNotContain("SECRET");
    }

    @Test
    void httpWorker_thatRefusesAndQuotesTheToken_leavesItInNoRecord() throws Exception {
        Cli run = runWithServer(exchange -> {
            read(exchange);
            reply(exchange, 403, "you sent " + TOKEN);
        });

        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(9);
        assertThat(run.out()).contains("status 403", "you sent ***");
        assertThat(run.out() + run.err()).doesNotContain("SECRET");
    }

    @Test
    void program_withLimitsAndASecret_completesTheBoard() throws Exception {
        Files.copy(Path.of(EXAMPLE, "worker.py"), folder.resolve("worker.py"));
        Files.writeString(folder.resolve("token"), TOKEN);
        Cli run = run("""
                workers:
                  summarizer:
                    process: [python3, worker.py]
                    instances: 2
                    env: {TOKEN: {file: token}}
                    inheritEnv: [HOME, LANG]
                    limits: {memory: 1GiB, cpu: PT60S, openFiles: 128}
                  summariser: {process: [python3, worker.py]}
                """);

        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.err()).contains("names summariser, whom the blueprint does not", "Did you mean \"summarizer\"?");
    }

    @Test
    void modelWhoseToolsReachOutside_ofAWorkerThatMayNot_isRefusedBeforeTheBoardBegins() throws Exception {
        Cli run = run("""
                models: {m: {provider: openai, baseUrl: "http://127.0.0.1:1/v1", model: tiny}}
                workers:
                  summarizer:
                    llm: m
                    tools:
                      - {http: "http://127.0.0.1:1/", name: look, description: Looks., input: {type: object}}
                """);

        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(1);
        assertThat(run.err())
                .contains("Expected egress: true of worker summarizer in the blueprint, since its tools [look] reach");
    }

    private interface Behaviour {
        void serve(HttpExchange exchange) throws IOException;
    }

    private Cli runWithServer(Behaviour behaviour) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.createContext("/", exchange -> {
            try (exchange) {
                behaviour.serve(exchange);
            }
        });
        server.start();
        Files.writeString(folder.resolve("token"), TOKEN);
        try {
            return run("""
                    workers:
                      summarizer:
                        http: http://127.0.0.1:%d/
                        headers: {Authorization: {file: token, prefix: "Bearer "}}
                        retry: {base: PT0.1S}
                    """.formatted(server.getAddress().getPort()));
        } finally {
            server.stop(0);
        }
    }

    private Cli run(String workers) throws IOException {
        Path file = Files.writeString(folder.resolve("workers.yaml"), workers);
        return Cli.run(
                "run",
                EXAMPLE + "blueprint.yaml",
                "--json",
                "--input",
                EXAMPLE + "input.json",
                "--workers",
                file.toString(),
                "--timeout",
                "10m");
    }

    private static Json read(HttpExchange exchange) throws IOException {
        assertThat(exchange.getRequestHeaders().getFirst("Authorization")).isEqualTo("Bearer " + TOKEN);
        return JsonReader.parse(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    }

    private static String text(Json document, String pointer) {
        return JsonPointer.parse(pointer).resolve(document).orElseThrow() instanceof JsonString text
                ? text.value()
                : "";
    }

    private static void reply(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
