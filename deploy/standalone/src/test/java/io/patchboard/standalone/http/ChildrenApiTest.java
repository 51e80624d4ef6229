package io.patchboard.standalone.http;

import static io.patchboard.standalone.http.A2aConversation.message;
import static io.patchboard.standalone.http.A2aConversation.send;
import static io.patchboard.standalone.http.A2aConversation.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.cli.PatchBoard;
import io.patchboard.standalone.http.A2aConversation.Events;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a board to those that were made for it and back, and why one of them holds up the other. */
class ChildrenApiTest extends ApiRig {

    /** Its board needs a person at once: nobody has published what its worker asks for. */
    static final String PART = """
            {"apiVersion": "patchboard/v1", "name": "part",
             "state": {"schema": {"type": "object"}, "initial": {}},
             "workers": {"leaf": {"kind": "board", "write": [{"op": ["add"], "path": "/out"}],
               "board": {"blueprint": "nobody-has-it@7", "result": "/out"}}},
             "rules": [{"name": "ask", "on": {"event": "created"}, "invoke": "leaf"}]}""";

    static final String FAMILY = """
            {"apiVersion": "patchboard/v1", "name": "family",
             "state": {"schema": {"type": "object"}, "initial": {}},
             "workers": {"part": {"kind": "board", "write": [{"op": ["add"], "path": "/out"}],
               "board": {"blueprint": "part@1", "result": "/out"}}},
             "rules": [{"name": "ask", "on": {"event": "created"}, "invoke": "part"}]}""";

    /** @return the id of the board that was made for it, which needs a person */
    static String family(RunningApi api, String id) throws Exception {
        Answer published = api.put("/v1/blueprints/part", PART);
        assertThat(published.status()).as(published.text()).isIn(200, 201);
        Answer created = api.post("/v1/boards", "{\"boardId\":\"" + id + "\",\"blueprint\":" + FAMILY + "}");
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        await().atMost(PATIENCE).until(() -> api.get("/v1/boards/" + id).json().has("needsPersonBelow"));
        return JsonPlace.of(api.get("/v1/boards/" + id).json())
                .items("openInvocations")
                .get(0)
                .text("board")
                .orElseThrow();
    }

    @Test
    void boards_nameOneAnother_andWhichHoldsUpTheOther() throws Exception {
        String child = family(api, "family");

        assertThat(child).startsWith("family~");
        JsonObject below = api.get("/v1/boards/" + child).json();
        JsonPlace waits = JsonPlace.of(api.get("/v1/boards/family").json())
                .items("needsPersonBelow")
                .get(0);
        JsonPlace itself = JsonPlace.of(below).items("needsPerson").get(0);
        assertThat(waits.text("boardId")).contains(child);
        assertThat(waits.count("item", 0)).isEqualTo(itself.count("item", 0)).isPositive();
        assertThat(waits.text("kind")).contains("incident");
        assertThat(JsonPlace.of(below).into("parent").text("boardId")).contains("family");
        assertThat(below.has("needsPersonBelow")).isFalse();
        assertThat(JsonPlace.of(below).items("needsPerson")).hasSize(1);

        JsonPlace causes =
                JsonPlace.of(api.get("/v1/boards/" + child + "/causes/2").json());
        assertThat(causes.items("causes").get(0).text("board")).contains("family");
        JsonPlace above = causes.items("above").get(0);
        assertThat(above.text("boardId")).contains("family");
        assertThat(above.into("entry").text("type")).contains("WorkerInvoked");
        assertThat(above.into("entry").text("board")).contains(child);
        assertThat(above.items("causes").get(0).text("type")).contains("BoardCreated");
        assertThat(JsonPlace.of(api.get("/v1/boards/family/causes/1").json()).items("above"))
                .isEmpty();
    }

    @Test
    void boardAboveOneThatNeedsAPerson_isShownAsSuch_untilThatIsDecided() throws Exception {
        String child = family(api, "above");
        Answer list = api.get("/v1/boards?needsPerson=true&q=above");
        assertThat(JsonPlace.of(list.json()).items("boards").stream()
                        .map(board -> board.text("boardId").orElseThrow() + " "
                                + board.integer("decisions").orElse(-1L) + " "
                                + board.integer("decisionsBelow").orElse(0L)))
                .containsExactly("above 0 1", child + " 1 0");
        JsonPlace item = JsonPlace.of(api.get("/v1/inbox").json()).items("items").stream()
                .filter(one -> one.text("boardId").filter(child::equals).isPresent())
                .findFirst()
                .orElseThrow();
        assertThat(item.into("parent").text("boardId")).contains("above");
        assertThat(cli("board", "list", "--needs-person").out()).contains("above ", child);
        assertThat(cli("board", "show", "above").out())
                .contains("needs a person board " + child + " #", "board resolve '" + child + "'");
        assertThat(JsonPlace.of(cli("board", "show", "above", "--json").json())
                        .items("needsPersonBelow")
                        .get(0)
                        .text("boardId"))
                .contains(child);

        Cli decided = cli("board", "resolve", child, "--halt", "--reason", "It is not needed.");
        assertThat(decided.exitCode()).as(decided.err()).isZero();
        await().atMost(PATIENCE)
                .until(() -> api.get("/v1/boards?needsPerson=true&q=above").text(), text -> !text.contains(child));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                JsonPlace.of(api.get("/v1/boards/above").json()).items("needsPerson"))
                        .as("its own, since its board was halted")
                        .hasSize(1));
        assertThat(api.get("/v1/boards/above").json().has("needsPersonBelow")).isFalse();
        assertThat(cli("board", "show", "above").out()).doesNotContain("needs a person board");
    }

    @Test
    void streamOfABoard_tellsWhenBoardsBelowNeedAPerson_andWhenTheyDoNoMore() throws Exception {
        String child = family(api, "told");
        assertProblem(api.get("/v1/boards/told/log?below=maybe", "Accept", "text/event-stream"), 400);
        HttpRequest follow = HttpRequest.newBuilder(URI.create(api.url() + "/v1/boards/told/log?below=true"))
                .header("Accept", "text/event-stream")
                .build();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                HttpClient.newHttpClient()
                        .send(follow, BodyHandlers.ofInputStream())
                        .body(),
                StandardCharsets.UTF_8))) {
            assertThat(nextBelow(lines)).isEqualTo("data: {\"decisionsBelow\":1}");
            Cli decided = cli("board", "resolve", child, "--halt", "--reason", "It is not needed.");
            assertThat(decided.exitCode()).as(decided.err()).isZero();
            assertThat(nextBelow(lines)).isEqualTo("data: {\"decisionsBelow\":0}");
        }
    }

    private static String nextBelow(BufferedReader lines) throws Exception {
        String line = lines.readLine();
        while (!line.equals("event: below")) {
            line = lines.readLine();
        }
        return lines.readLine();
    }

    @Test
    void run_endsWithNine_whenABoardBelowNeedsAPerson(@TempDir Path dir) throws Exception {
        family(api, "first");
        assertThat(api.put("/v1/blueprints/family", FAMILY).status()).isIn(200, 201);
        Path clan = Files.writeString(
                dir.resolve("clan.json"),
                FAMILY.replace("part@1", "family@1").replace("\"name\": \"family\"", "\"name\": \"clan\""));

        Cli run = cli("run", clan.toString(), "--board", "clan", "--no-workers", "--timeout", "5m");
        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(9);
        assertThat(run.err())
                .containsPattern("Board clan waits for board clan~\\p{XDigit}{16}~\\p{XDigit}{16}, which waits for a"
                        + " person's decision: ")
                .containsPattern("board resolve 'clan~\\p{XDigit}{16}~");

        Cli json = cli("run", clan.toString(), "--board", "json", "--no-workers", "--timeout", "5m", "--json");
        assertThat(json.exitCode()).isEqualTo(9);
        JsonPlace summary = JsonPlace.of(JsonReader.parse(
                json.out().lines().reduce((before, last) -> last).orElseThrow()));
        assertThat(summary.text("boardId")).contains("json");
        assertThat(summary.into("needsPerson").text("boardId").orElseThrow()).startsWith("json~");
        assertThat(summary.into("needsPerson").count("item", 0)).isPositive();
    }

    @Test
    void whatIf_looksAtTheBoardsBelow(@TempDir Path dir) throws Exception {
        family(api, "judged");
        family(api, "judged-not");
        Path other = Files.writeString(dir.resolve("part.json"), PART.replace("\"leaf\"", "\"twig\""));

        Cli below = cli("what-if", "--below", "judged", "--blueprint", other.toString(), "--json");

        assertThat(below.err()).isEmpty();
        assertThat(JsonPlace.of(below.json()).count("boards", 0)).isEqualTo(1);
        assertThat(cli("what-if", "--below", "judged", "--all", "--blueprint", other.toString())
                        .err())
                .contains("no two of them");
    }

    @Test
    void childrenCommand_saysInJsonThatItIsReady() throws Exception {
        StringWriter out = new StringWriter();
        String servers = all.connection().bootstrapServers();
        Thread children = Thread.ofPlatform()
                .start(() -> PatchBoard.commandLine()
                        .setOut(new PrintWriter(out, true))
                        .execute("children", "--json", "--bootstrap-server", servers));

        await().atMost(PATIENCE).until(() -> !out.toString().isEmpty());
        children.interrupt();
        children.join();
        assertThat(out.toString().strip()).isEqualTo("{\"bootstrap\":\"" + servers + "\"}");
    }

    @Test
    void commandLine_followsTheLinkBothWays() throws Exception {
        String child = family(api, "house");

        assertThat(cli("board", "show", "house").out()).contains("board " + child);
        assertThat(cli("board", "show", child).out()).contains("house, as its worker part");
        Cli why = cli("board", "why", child, "2");
        assertThat(why.exitCode()).as(why.err()).isZero();
        assertThat(why.out()).contains("On board house, for which it was made:").contains("  board " + child);
        assertThat(JsonPlace.of(cli("board", "why", child, "1", "--json").json())
                        .items("above")
                        .get(0)
                        .text("boardId"))
                .contains("house");
    }

    @Test
    void taskWhoseBoardWaitsForOneThatNeedsAPerson_isToldSo_andTheMessageDecidesThere() throws Exception {
        String blueprint = """
                {"apiVersion":"patchboard/v1","name":"boss","state":{"schema":{"type":"object"},"initial":{}},
                 "workers":{"clerk":{"kind":"board","write":[{"op":["add"],"path":"/out"}],
                   "board":{"blueprint":"writer@latest","input":"{'topic': 'below'}","result":"/out"}}},
                 "rules":[{"name":"begin","on":{"event":"created"},"invoke":"clerk"}],
                 "complete":{"when":"has(state.out)","result":"/out"}}""";
        A2aConversation client = new A2aConversation(api.url(), Optional.empty());
        assertThat(api.put("/v1/blueprints/writer", A2aRig.BLUEPRINT.formatted("writer"))
                        .status())
                .isIn(200, 201);
        String begin = message("{\"data\":{\"blueprint\":" + blueprint + "}}", "");
        String id = client.rpc("SendMessage", send(begin, true)).at("/task/id").asText();
        await().atMost(PATIENCE)
                .until(() -> api.get("/v1/boards?blueprint=writer").text().contains("\"" + id + "~"));
        String child = A2aMessages.JSON
                .readTree(api.get("/v1/boards/" + id).text())
                .at("/openInvocations/0/board")
                .asText();
        note(child, "/notes/-", "From below");
        try (Events events = client.events("GET", "/a2a/tasks/" + id + ":subscribe", "")) {
            assertThat(events.next().orElseThrow().at("/task/status/state").asText())
                    .isEqualTo("TASK_STATE_WORKING");
            note(child, "/end", "now");
            JsonNode status = events.next().orElseThrow().at("/statusUpdate/status");
            assertThat(status.at("/state").asText()).isEqualTo("TASK_STATE_INPUT_REQUIRED");
            assertThat(status.at("/message/parts/1/data/waiting/0/boardId").asText())
                    .isEqualTo(child);
        }

        await().atMost(PATIENCE).until(() -> state(client, id), "TASK_STATE_INPUT_REQUIRED"::equals);
        client.rpc("SendMessage", send(message(text("approve"), ",\"taskId\":\"" + id + "\""), true));
        await().atMost(PATIENCE).until(() -> state(client, id), "TASK_STATE_COMPLETED"::equals);
        assertThat(client.rpc("GetTask", "{\"id\":\"" + id + "\"}")
                        .at("/artifacts/0/parts/0/data/0")
                        .asText())
                .isEqualTo("From below");
    }

    private static String state(A2aConversation client, String id) throws Exception {
        return client.rpc("GetTask", "{\"id\":\"" + id + "\"}")
                .at("/status/state")
                .asText();
    }

    private void note(String board, String path, String value) throws Exception {
        api.post(
                "/v1/boards/" + board + "/proposals",
                "{\"worker\":\"guest\",\"patch\":[{\"op\":\"add\",\"path\":\"" + path + "\",\"value\":\"" + value
                        + "\"}]}");
    }
}
