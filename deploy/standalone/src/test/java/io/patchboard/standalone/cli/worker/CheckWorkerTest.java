package io.patchboard.standalone.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.patchboard.calls.RetryPolicy;
import io.patchboard.gateway.config.HttpEndpoint;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.cli.Cli;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Workers that pass, what they are asked, and how the command is used. */
class CheckWorkerTest extends CheckWorkerRig {

    @Test
    void goodProgram_passesEveryCheck() throws Exception {
        Cli cli = check(GOOD);

        assertThat(cli.exitCode()).as(cli.out()).isZero();
        assertThat(results(cli))
                .hasSizeGreaterThanOrEqualTo(15)
                .allSatisfy((check, result) -> assertThat(result).as(check).isEqualTo("pass"));
        assertThat(results(cli))
                .containsKeys(
                        "answers",
                        "json",
                        "invocation-id",
                        "patch",
                        "contract",
                        "stdout",
                        "in-a-row",
                        "unknown-fields",
                        "empty-view",
                        "null-item",
                        "long-text",
                        "large-view",
                        "attempt-2",
                        "twice",
                        "garbage",
                        "end-of-input",
                        "stderr");
    }

    @Test
    void goodProgram_inWords() throws Exception {
        Cli cli = Cli.run("worker", "check", "--timeout", "2m", "python3", "-u", file(GOOD));

        assertThat(cli.exitCode()).isZero();
        assertThat(cli.lines()).first().asString().startsWith("pass  answers  ");
    }

    @Test
    void ownBlueprint_itsFirstViewIsAskedAndTheKernelJudges() throws Exception {
        String hello = "../../examples/hello-summary/";
        String[] board = {
            "--blueprint", hello + "blueprint.yaml", "--input", hello + "input.json", "--worker", "summarizer"
        };

        Cli good = checkFile(hello + "worker.py", board);
        Cli bad = check(
                LOOP.formatted("answer = {'patch': [{'op': 'add', 'path': '/summaries/-', 'value': {'words': 1}}]}"),
                board);

        assertThat(good.exitCode()).as(good.out()).isZero();
        assertThat(results(good)).containsEntry("kernel", "pass");
        assertThat(failed(bad, "kernel")).contains("SCHEMA", "sentence");

        Cli error = check(LOOP.formatted("answer = {'error': 'no'}"), board);
        assertThat(error.out()).contains("--state or --board").doesNotContain("--blueprint and --worker");

        board[board.length - 1] = "summariser";
        assertThat(check(GOOD, board).err()).contains("got summariser. Did you mean \"summarizer\"?");
    }

    @Test
    void workersFile_runsTheWorkerAsItSays() throws Exception {
        Files.writeString(folder.resolve("worker.py"), GOOD);
        Path file = Files.writeString(
                folder.resolve("workers.yaml"),
                "workers: {w: {process: [python3, worker.py], limits: {memory: 2GiB}}}");

        assertThat(Cli.run("worker", "check", "--timeout", "2m", "--workers", file.toString(), "--worker", "w")
                        .exitCode())
                .isZero();
        assertThat(Cli.run("worker", "check", "--workers", file.toString(), "--worker", "W")
                        .err())
                .contains("does not name the worker. Did you mean \"w\"?");
    }

    @Test
    void whoIsAskedOnce_hasTheTimeOfTheWorkersFile() throws Exception {
        HttpEndpoint card = HttpEndpoint.of(URI.create("http://127.0.0.1/card"));
        Duration minutes = Duration.ofMinutes(5);

        assertThat(CheckWorker.limit(new WorkerBinding.A2a(card, "sum", minutes, 1)))
                .isEqualTo(minutes);
        assertThat(CheckWorker.limit(new WorkerBinding.Provided("p", "w", minutes)))
                .isEqualTo(minutes);
        assertThat(CheckWorker.limit(new WorkerBinding.Http(card, minutes, 1, RetryPolicy.DEFAULT)))
                .isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void wrongUsage_isExitCode1() {
        assertThat(Cli.run("worker", "check").exitCode()).isEqualTo(1);
        assertThat(Cli.run("worker", "check", "--url", "ftp://x").exitCode()).isEqualTo(1);
        assertThat(Cli.run("worker", "check", "--url", "http://x/", "--", "cmd").exitCode())
                .isEqualTo(1);
        assertThat(Cli.run("worker", "check", "--blueprint", "x.yaml", "--", "cmd")
                        .err())
                .contains("--worker NAME");
        assertThat(Cli.run("worker", "check", "--board", "b", "--state", "x", "--", "cmd")
                        .err())
                .contains("--board, or --blueprint");
        assertThat(Cli.run("worker", "check", "--version", "2", "--", "cmd").err())
                .contains("--board beside --version");
        assertThat(Cli.run("worker", "check", "--state", "x", "--", "cmd").err())
                .contains("--blueprint beside");
    }

    @Test
    void httpWorkers_good_andBad() throws Exception {
        String good = "{\"patch\":[{\"op\":\"add\",\"path\":\"/claims/-\",\"value\":1}]}";
        Cli fine = checkUrl(200, "application/json", good);
        Cli html = checkUrl(200, "text/html", "<html>");
        Cli broken = checkUrl(500, "text/plain", "trace");
        Cli stray = checkUrl(200, "application/json", good.replace("claims/-", "x"));

        assertThat(fine.exitCode()).as(fine.out()).isZero();
        assertThat(results(fine)).containsEntry("garbage", "pass").containsEntry("large-view", "pass");
        assertThat(failed(html, "answers")).contains("Content-Type text/html");
        assertThat(failed(broken, "answers")).contains("status 500: \"trace\"", "Answer what cannot be done");
        try (ServerSocket nobody = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody.close();
            Cli away = Cli.run("worker", "check", "--json", "--url", "http://127.0.0.1:" + nobody.getLocalPort() + "/");
            assertThat(failed(away, "answers")).contains("cannot be reached").doesNotContain("{\"error\"");
        }
        assertThat(failed(stray, "contract")).contains("add of /x");
    }

    @Test
    void eachRun_asksUnderKeysOfItsOwn() throws Exception {
        List<String> keys = new CopyOnWriteArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.createContext("/", exchange -> {
            keys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            exchange.sendResponseHeaders(500, -1);
            exchange.close();
        });
        server.start();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
            for (int i = 0; i < 2; i++) {
                Cli.run("worker", "check", "--timeout", "2m", "--url", url);
            }
        } finally {
            server.stop(0);
        }
        assertThat(keys).hasSize(2).doesNotHaveDuplicates();
    }

    /** Answers whatever is JSON with the reply, and status 400 to the rest. */
    private static Cli checkUrl(int status, String type, String reply) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.createContext("/", exchange -> {
            try (exchange) {
                int given = isJson(exchange.getRequestBody().readAllBytes()) ? status : 400;
                exchange.getResponseHeaders().set("Content-Type", type);
                byte[] bytes = reply.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(given, bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        });
        server.start();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
            return Cli.run("worker", "check", "--json", "--timeout", "2m", "--url", url);
        } finally {
            server.stop(0);
        }
    }

    private static boolean isJson(byte[] body) {
        try {
            JsonReader.parse(new String(body, StandardCharsets.UTF_8));
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    @Test
    void errorsOfTheWorkersFile_standOnLinesOfTheirOwn() throws Exception {
        Path file = Files.writeString(folder.resolve("workers.yaml"), """
                modls:
                  small: {provider: openai, model: x}
                workers:
                  w: {llm: {model: small, tempature: 1}}
                """);

        Cli result = Cli.run("worker", "check", "--workers", file.toString(), "--worker", "w");

        assertThat(result.err().lines())
                .satisfiesExactly(
                        line -> assertThat(line).contains("/modls", "Did you mean \"models\"?"),
                        line -> assertThat(line).contains("/tempature", "Did you mean \"temperature\"?"),
                        line -> assertThat(line)
                                .startsWith("Expected a valid file, but ")
                                .endsWith(" cannot be used."));
    }
}
