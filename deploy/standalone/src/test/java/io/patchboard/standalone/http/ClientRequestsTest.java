package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.http.FickleServer.Asked;
import io.patchboard.standalone.http.FickleServer.Behaviour;
import io.patchboard.standalone.http.FickleServer.Reply;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the clients in other languages send, and make of what comes, where a server fails in ways that are told. */
class ClientRequestsTest {

    private static final Path CLIENTS =
            Path.of("../../clients").toAbsolutePath().normalize();
    private static final Path PROGRAMS = Path.of("src/test/resources/clients").toAbsolutePath();
    private static final Reply DONE = Reply.of(200, "{\"type\":\"PatchCommitted\"}");

    private static final Map<String, Behaviour> SERVERS = Map.of(
            "back",
                    (asked, nth) -> nth == 1
                            ? Reply.of(503, "{}")
                            : new Reply(
                                    200,
                                    "data: {\"type\":\"BoardCreated\",\"sequence\":1}\n\n",
                                    Map.of("Content-Type", "text/event-stream")),
            "late", ClientRequestsTest::late,
            "scoped", ClientRequestsTest::scoped,
            "moved", (asked, nth) -> new Reply(301, "", Map.of("Location", "/elsewhere" + asked.path())),
            "elsewhere", (asked, nth) -> DONE,
            "unsure", (asked, nth) -> asked.path().endsWith("proposals") ? FickleServer.LOST : Reply.of(503, "{}"),
            "broken", (asked, nth) -> nth == 1 ? Reply.of(500, "{}") : DONE,
            "damaged", (asked, nth) -> Reply.of(500, "{}"),
            "cut", (asked, nth) -> nth == 1 ? FickleServer.LOST : DONE,
            "hung", (asked, nth) -> nth == 1 ? FickleServer.SILENCE : DONE);
    private static final String SEEN = """
            "atOnce":true,"damaged":500,"hung":"PatchCommitted","broken":"PatchCommitted",
             "served":401,"late":["WORKER","PRECONDITION","PRECONDITION"],
             "moved":[301,"Expected the server itself, but got a redirect to /elsewhere/v1/boards. Name that."]}""";

    @Test
    void python() throws Exception {
        check(
                List.of(
                        "python3",
                        PROGRAMS.resolve("requests.py").toString(),
                        CLIENTS.resolve("python").toString()),
                "\"unsendable\":[\"ValueError\",\"UnicodeEncodeError\",\"ValueError\"]");
    }

    /** Its attempts are shorter than usual, as one of them waits for nothing. */
    @Test
    @Tag("long")
    void typescript(@TempDir Path folder) throws Exception {
        String client = Files.readString(CLIENTS.resolve("typescript/patchboard.ts"));
        Path hasty = Files.writeString(folder.resolve("patchboard.ts"), client.replace("75_000", "15_000"));
        Path program = new TypeScript(folder).compiled(hasty, PROGRAMS.resolve("requests.ts"));
        check(
                List.of("node", program.toString()),
                "\"unsendable\":[\"TypeError\",\"URIError\",\"TypeError\",\"TypeError\",\"TypeError\"],"
                        + "\"aborted\":[\"AbortError\",\"AbortError\"]");
    }

    /** Of two answers it takes one, of an invocation that it has lent itself; then the token is nobody's any more. */
    private static Reply scoped(Asked asked, long nth) {
        if (asked.path().endsWith("/poll")) {
            return nth > 2
                    ? Reply.of(401, "{}")
                    : Reply.of(
                            200,
                            "{\"invocations\":[{\"invocationId\":\"i-" + nth
                                    + "\",\"boardId\":\"b\",\"worker\":\"scribe\"}]}");
        }
        return asked.path().contains("i-1") ? Reply.of(403, "{}") : DONE;
    }

    /** What became of an answer is to be asked for. */
    private static Reply late(Asked asked, long nth) {
        return asked.method().equals("POST")
                ? new Reply(
                        202,
                        "{\"status\":\"pending\"}",
                        Map.of("Location", asked.path().replace("answer", "outcome")))
                : Reply.of(
                        200,
                        "{\"type\":\"PatchRejected\",\"message\":\"m\",\"stage\":\""
                                + (asked.path().contains("in-time") ? "WORKER" : "PRECONDITION") + "\"}");
    }

    /** As programs for Node have it, that know of no browser, with what strict ones ask for beside. */
    @Test
    @Tag("long")
    void typescript_compilesWhereItIsCopiedTo(@TempDir Path folder) throws Exception {
        Files.copy(CLIENTS.resolve("typescript/patchboard.ts"), folder.resolve("patchboard.ts"));
        new TypeScript(folder, "@types/node@20")
                .compile(
                        List.of(
                                "--noEmit",
                                "--lib",
                                "es2022",
                                "--types",
                                "node",
                                "--noUncheckedIndexedAccess",
                                "--exactOptionalPropertyTypes"),
                        "patchboard.ts");
    }

    /** @param own members of what it has seen that are those of this client alone */
    private static void check(List<String> program, String own) throws Exception {
        try (FickleServer server = new FickleServer(SERVERS)) {
            List<String> command = new ArrayList<>(program);
            command.add(server.url());
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isZero();

            assertThat(JsonReader.parse(said)).isEqualTo(JsonReader.parse("{" + own + "," + SEEN));
            whatGivesNoId_isSentAgainUnderTheSame(server);
            assertThat(server.asked("elsewhere")).isEmpty();
            assertThat(server.asked("back")).hasSizeLessThan(2);
            assertThat(server.asked("scoped"))
                    .extracting(Asked::path)
                    .containsExactly(
                            "/v1/queues/notes/poll",
                            "/v1/invocations/i-1/answer",
                            "/v1/queues/notes/poll",
                            "/v1/invocations/i-2/answer",
                            "/v1/queues/notes/poll");
            whoIsNotTold_hasTheIdToAskAgain(server);
        }
    }

    private static void whatGivesNoId_isSentAgainUnderTheSame(FickleServer server) {
        Map<String, List<Asked>> byPath = server.asked("cut").stream().collect(Collectors.groupingBy(Asked::path));
        assertThat(byPath)
                .containsOnlyKeys("/v1/boards", "/v1/boards/b/proposals", "/v1/boards/b/pause", "/v1/inbox/b/7");
        byPath.forEach((path, asked) -> {
            assertThat(asked).as(path).hasSize(2);
            assertThat(asked.get(0)).isEqualTo(asked.get(1));
            JsonObject body = (JsonObject) JsonReader.parse(asked.get(0).body());
            assertThat(body.get(path.endsWith("proposals") ? "proposalId" : "commandId")
                            .orElseThrow()
                            .toString())
                    .matches("\"[cp]-[0-9a-f-]{36}\"");
            assertThat(body.has("boardId")).isFalse();
        });
    }

    private static void whoIsNotTold_hasTheIdToAskAgain(FickleServer server) {
        List<Asked> asked = server.asked("unsure");
        assertThat(asked).hasSize(4);
        assertThat(asked.get(0)).isEqualTo(asked.get(1));
        assertThat(asked.get(2)).isEqualTo(asked.get(3));
    }
}
