package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.GatewayMain;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BlobHandle;
import io.patchboard.record.PatchCommitted;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.crash.CommittedLog;
import io.patchboard.standalone.jvm.ChildJvm;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blobs for workers that no {@code up} serves: of a gateway of its own, and of {@code run}. */
@Tag("long")
class BlobsElsewhereTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final String READER = """
            import json, sys
            for line in sys.stdin:
                asked = json.loads(line)
                with open(list(asked["blobs"].values())[0]) as page:
                    print(json.dumps([{"op": "add", "path": "/text", "value": page.read()}]), flush=True)
            """;

    private static final String BLUEPRINT = """
            {"apiVersion": "patchboard/v1", "name": "pages",
             "state": {"schema": {"type": "object"}, "initial": {"page": {"$input": "/page"}}},
             "workers": {"reader": {"kind": "program", "read": ["/page"], "write": [{"op": ["add"], "path": "/text"}]}},
             "rules": [{"name": "read", "on": {"event": "created"}, "invoke": "reader"}],
             "complete": {"when": "has(state.text)", "result": "/text"}}""";

    @TempDir
    Path dir;

    private final HttpClient http = HttpClient.newHttpClient();
    private Path workers;

    @BeforeEach
    void write() throws Exception {
        Files.writeString(dir.resolve("reader.py"), READER);
        workers = Files.writeString(dir.resolve("workers.yaml"), "workers: {reader: {process: [python3, reader.py]}}");
    }

    @Test
    void run_givesItsProgramsFiles() throws Exception {
        Path page = Files.writeString(dir.resolve("page.txt"), "what the page says");
        String blobs = dir.resolve("blobs").toString();
        String handle = Cli.run("blob", "put", page.toString(), "--type", "text/plain", "--blobs", blobs)
                .out();
        Path blueprint = Files.writeString(dir.resolve("pages.json"), BLUEPRINT);
        Path input = Files.writeString(dir.resolve("input.json"), "{\"page\":" + handle + "}");

        Cli run = Cli.run(
                "run",
                blueprint.toString(),
                "--input",
                input.toString(),
                "--workers",
                workers.toString(),
                "--blobs",
                blobs);

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("what the page says");
    }

    @Test
    void gateway_servesThem_andGivesItsProgramsFiles() throws Exception {
        try (AllInOne all = AllInOne.start(AllInOneConfig.on(dir.resolve("data")))) {
            Process gateway = gateway(all.bootstrapServers());
            try {
                String url = listening(gateway);
                String handle = send(HttpRequest.newBuilder(URI.create(url + "/v1/blobs"))
                        .header("Content-Type", "text/plain")
                        .PUT(BodyPublishers.ofString("what the other page says")));
                String sha256 =
                        BlobHandle.of(JsonReader.parse(handle)).orElseThrow().sha256();
                send(HttpRequest.newBuilder(URI.create(url + "/v1/boards"))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString("{\"boardId\":\"pages\",\"blueprint\":" + BLUEPRINT
                                + ",\"input\":{\"page\":" + handle + "}}")));

                await().atMost(PATIENCE)
                        .until(() -> CommittedLog.read(all.bootstrapServers()).get("pages").stream()
                                .anyMatch(entry -> entry.event() instanceof PatchCommitted read
                                        && read.patch().toString().contains("what the other page says")));
                assertThat(send(HttpRequest.newBuilder(URI.create(url + "/v1/blobs/" + sha256))))
                        .isEqualTo("what the other page says");
            } finally {
                gateway.destroy();
                gateway.waitFor();
            }
        }
    }

    private Process gateway(String bootstrapServers) throws Exception {
        return new ProcessBuilder(ChildJvm.running(
                        GatewayMain.class,
                        "--workers",
                        workers.toString(),
                        "--bootstrap-server",
                        bootstrapServers,
                        "--http-port",
                        "0",
                        "--blobs",
                        dir.resolve("blobs").toString()))
                .redirectError(dir.resolve("gateway.log").toFile())
                .start();
    }

    private static String listening(Process gateway) throws Exception {
        BufferedReader out = gateway.inputReader(StandardCharsets.UTF_8);
        String prefix = "listening http=";
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith(prefix)) {
                return line.substring(prefix.length());
            }
        }
        throw new AssertionError("Expected the gateway to tell where it listens, but it ended.");
    }

    private String send(HttpRequest.Builder request) throws Exception {
        var answer = http.send(request.build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
        return answer.body();
    }
}
