package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The clients in other languages, each over a line that breaks, against a real server. */
class ClientsTest extends ApiRig {

    private static final Path CLIENTS =
            Path.of("../../clients").toAbsolutePath().normalize();
    private static final Path CONVERSATIONS =
            Path.of("src/test/resources/clients").toAbsolutePath();
    private static final Pattern PATH = Pattern.compile("[\"'](/v1/[^\"'$]*)[\"']");
    private static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"clients",
             "state":{"schema":{"type":"object"},"initial":{"notes":[]}},
             "workers":{"scribe":{"instruction":"Write.","queue":"%s","read":["/notes"],"write":[{"op":["add"],"path":"/notes/-"}]},
                        "guest":{"instruction":"Write.","unsolicited":true,
                                 "write":[{"op":["add"],"path":"/notes/-"},{"op":["add"],"path":"/end"}]}},
             "rules":[{"name":"begin","on":{"event":"created"},"invoke":"scribe"}],
             "gates":[{"name":"last","on":{"path":"/end"}}],
             "complete":{"when":"has(state.end)","result":"/notes"}}""";

    @Test
    void clientsKnowNoPathThatTheServerHasNot() throws Exception {
        JsonNode described =
                new ObjectMapper().readTree(api.get("/openapi.json").text());
        for (String file : List.of("python/patchboard.py", "typescript/patchboard.ts")) {
            TreeSet<String> used = new TreeSet<>();
            Matcher matcher = PATH.matcher(Files.readString(CLIENTS.resolve(file)));
            while (matcher.find()) {
                used.add(matcher.group(1));
            }

            assertThat(used)
                    .as(file)
                    .hasSizeGreaterThan(15)
                    .allMatch(path -> described.get("paths").has(path));
        }
    }

    @Test
    @Tag("long")
    void python_losesNothing_andDoesNothingTwice() throws Exception {
        converse(
                "from-python",
                List.of("python3", CONVERSATIONS.resolve("conversation.py").toString()),
                CLIENTS.resolve("python").toString());
    }

    @Test
    @Tag("long")
    void programOfTheDocuments_isAWorker() throws Exception {
        Matcher shown = Pattern.compile("```python\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(CLIENTS.resolve("../docs/http.md")));
        assertThat(shown.find()).isTrue();
        ProcessBuilder program = new ProcessBuilder(
                        "python3", "-B", "-c", shown.group(1).replace("http://127.0.0.1:8080", api.url()))
                .inheritIO();
        program.environment().put("PYTHONPATH", CLIENTS.resolve("python").toString());
        Process worker = program.start();
        try {
            api.post("/v1/boards", "{\"boardId\":\"shown\",\"blueprint\":" + BLUEPRINT.formatted("notes") + "}");
            await().atMost(PATIENCE)
                    .until(() -> api.get("/v1/boards/shown/state").text().contains("Seen by scribe"));
        } finally {
            worker.destroyForcibly();
        }
    }

    @Test
    @Tag("long")
    void typescript_losesNothing_andDoesNothingTwice(@TempDir Path folder) throws Exception {
        Path program = new TypeScript(folder)
                .compiled(CLIENTS.resolve("typescript/patchboard.ts"), CONVERSATIONS.resolve("conversation.ts"));
        converse("from-typescript", List.of("node", program.toString()), "");
    }

    private void converse(String board, List<String> program, String folder) throws Exception {
        JsonObject seen;
        try (CuttingProxy line = new CuttingProxy(api.url(), 7);
                LongLog log = new LongLog()) {
            List<String> command = new ArrayList<>(program);
            command.add(line.url());
            if (!folder.isEmpty()) {
                command.add(folder);
            }
            command.add(BLUEPRINT.formatted(board));
            command.add(log.url());
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isZero();
            seen = (JsonObject) JsonReader.parse(said);
            assertThat(line.cuts()).isGreaterThan(10);
            assertThat(log.limits()).startsWith(1000, 500, 250, 125, 62).doesNotContain(31);
        }
        List<Json> notes = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            notes.add(Json.of("n-" + i));
        }
        notes.add(Json.of("asked"));
        assertThat(seen.get("notes")).contains(JsonArray.copyOf(notes));
        assertThat(seen.get("long")).contains(upTo(LongLog.ENTRIES));
        assertThat(seen.without("notes").without("followed").without("log").without("long"))
                .isEqualTo(
                        JsonReader.parse(
                                "{\"id\":\"" + board + "\",\"created\":1,\"errors\":3,"
                                        + "\"rejected\":\"AUTHORIZATION write-contract\",\"answered\":\"PatchCommitted\",\"held\":\"held\","
                                        + "\"served\":[\"PatchRejected\",\"PatchRejected\",\"PatchCommitted\"],"
                                        + "\"decided\":\"approve\",\"end\":\"BoardCompleted\",\"phase\":[\"completed\"],\"unknown\":404}"));
        long last = ((JsonArray) seen.get("log").orElseThrow()).size();
        assertThat(seen.get("log")).contains(upTo(last));
        assertThat(seen.get("followed")).contains(upTo(last));
        assertThat(last)
                .isEqualTo(((JsonArray) JsonReader.parse(
                                api.get("/v1/boards/" + board + "/log").text()))
                        .size());
    }

    private static JsonArray upTo(long last) {
        return JsonArray.copyOf(
                LongStream.rangeClosed(1, last).mapToObj(Json::of).toList());
    }
}
