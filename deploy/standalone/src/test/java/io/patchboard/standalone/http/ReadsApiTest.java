package io.patchboard.standalone.http;

import static io.patchboard.standalone.http.RunningApi.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lists, logs and what led to what, asked over HTTP. */
class ReadsApiTest extends ApiRig {

    private List<String> listed(String query) throws Exception {
        List<String> listed = new ArrayList<>();
        String path = "/v1/boards?" + query;
        while (!path.isEmpty()) {
            Answer answer = api.get(path);
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            JsonObject page = answer.json();
            ((JsonArray) page.get("boards").orElseThrow())
                    .forEach(board -> listed.add(text((JsonObject) board, "boardId")));
            path = page.has("next") ? "/v1/boards?" + query + "&cursor=" + text(page, "next") : "";
        }
        return listed;
    }

    @Test
    void boards_areFiltered_andACursorBelongsToItsQuery() throws Exception {
        for (String id : List.of("list-1", "list-2", "list-3")) {
            assertThat(api.createBoard(id, "q-list").status()).isEqualTo(201);
        }
        assertThat(api.post("/v1/boards/list-2/cancel", "{}").status()).isEqualTo(200);
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(listed("q=LIST-&phase=cancelled")).containsExactly("list-2"));

        assertThat(listed("q=list-&phase=open&limit=1")).containsExactly("list-1", "list-3");
        assertThat(listed("q=list-&order=recent&limit=1")).containsExactlyInAnyOrder("list-1", "list-2", "list-3");
        assertThat(listed("blueprint=notes&worker=scribe&q=list-")).hasSize(3);
        assertThat(listed("worker=nobody")).isEmpty();
        assertThat(listed("blueprint=other")).isEmpty();

        String cursor = text(api.get("/v1/boards?limit=1").json(), "next");
        Answer other = api.get("/v1/boards?limit=1&phase=open&cursor=" + cursor);
        assertProblem(other, 400);
        assertThat(other.text("detail")).contains("of another list");
        assertThat(api.get("/v1/boards?limit=2&cursor=" + cursor).status()).isEqualTo(200);
        for (String bad : List.of("phase=absent", "phase=running", "order=name", "tag=x", "cursor=bm90aGluZw")) {
            assertProblem(api.get("/v1/boards?" + bad), 400);
        }
        Cli shown = Cli.run(
                "board",
                "list",
                "--phase",
                "open",
                "--blueprint",
                "notes",
                "--worker",
                "scribe",
                "--q",
                "LIST-",
                "--limit",
                "1",
                "--bootstrap-server",
                all.bootstrapServers());
        assertThat(shown.out()).contains("list-1").doesNotContain("list-2", "list-3");
        assertThat(Cli.run("board", "list", "--q", "SCRIB", "--bootstrap-server", all.bootstrapServers())
                        .out())
                .as("by the worker that owes an answer")
                .contains("list-1", "list-3")
                .doesNotContain("list-2");
        assertThat(Cli.run("board", "list", "--worker", "nobody", "--bootstrap-server", all.bootstrapServers())
                        .out())
                .doesNotContain("list-");
    }

    private static List<Long> sequences(Json links) {
        return ((JsonArray) links)
                .stream()
                        .map(link -> Long.parseLong(((JsonObject) link)
                                .get("sequence")
                                .orElseThrow()
                                .toString()))
                        .toList();
    }

    private String invited(String board, String queue) throws Exception {
        assertThat(api.createBoard(board, queue).status()).isEqualTo(201);
        JsonObject invocation = poll(queue, "{\"wait\":\"PT60S\",\"workers\":[\"scribe\"]}");
        Answer answer = api.post(answerPath(invocation), "{\"patch\":" + RunningApi.note("Milk") + "}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json().get("sequence").orElseThrow().toString();
    }

    private Answer whatIf(String blueprint, String more) throws Exception {
        return api.post("/v1/what-if", "{\"blueprint\":" + blueprint + more + "}");
    }

    @Test
    void whatIf_judgesUnderAnotherBlueprint() throws Exception {
        String sequence = invited("if-1", "q-if");
        JsonObject created = (JsonObject) api.get("/v1/boards/if-1/entries/1?minSequence=" + sequence)
                .json()
                .get("entry")
                .orElseThrow();
        String same = created.get("blueprint").orElseThrow().toString();

        Answer nothing = whatIf(same, ",\"boards\":[\"if-1\"],\"mode\":\"onward\"");
        assertThat(nothing.status()).as(nothing.text()).isEqualTo(200);
        assertThat(nothing.json().get("flips")).contains(Json.of(0));
        assertThat(nothing.json().get("judged")).contains(Json.of(2));
        Answer flipped = whatIf(same.replace("\"/notes/-\"", "\"/other/-\""), ",\"boards\":[\"if-1\"]");
        assertThat(flipped.json().get("flips")).as(flipped.text()).contains(Json.of(1));
        assertThat(flipped.text()).contains("\"clause\":\"/workers/scribe/write\"", "\"change\":\"rejected-now\"");

        assertProblem(whatIf(same, ",\"boards\":[\"none\"]"), 404);
        api.post("/v1/boards/never/pause", "{\"reason\":\"nobody has created it\"}");
        assertProblem(whatIf(same, ",\"boards\":[\"never\"]"), 404);
        assertProblem(whatIf(same, ",\"boards\":[]"), 400);
        assertProblem(whatIf(same, ",\"boards\":[\"if-1\"],\"mode\":\"back\""), 400);
        assertProblem(whatIf(same, ",\"boards\":[\"if-1\",5]"), 400);
        assertProblem(whatIf(same, ",\"boards\":\"if-1\""), 400);
        assertProblem(api.post("/v1/what-if", "{\"boards\":[\"if-1\"]}"), 400);
        Answer broken = whatIf("{}", ",\"boards\":[\"if-1\"]");
        assertProblem(broken, 422);
        assertThat(((JsonArray) broken.json().get("errors").orElseThrow()).size())
                .isGreaterThan(1);
    }

    @Test
    void whatIsKnownByItsTag_isNotSentAgain() throws Exception {
        assertThat(api.createBoard("tagged-1", "q-tagged").status()).isEqualTo(201);
        for (String path : List.of("/state", "/state?version=1", "/blueprint")) {
            Answer whole = api.get("/v1/boards/tagged-1" + path);
            String tag = whole.header("ETag");
            Answer known = api.get("/v1/boards/tagged-1" + path, "If-None-Match", "W/" + tag);

            assertThat(whole.status()).as(whole.text()).isEqualTo(200);
            assertThat(known.status()).as(path).isEqualTo(304);
            assertThat(known.text()).isEmpty();
            assertThat(known.header("ETag")).isEqualTo(tag);
            assertThat(api.get("/v1/boards/tagged-1" + path, "If-None-Match", "\"other\"")
                            .text())
                    .isEqualTo(whole.text());
        }
    }

    @Test
    void rejections_areCounted_asSoonAsTheyAreKnown() throws Exception {
        assertThat(api.createBoard("counted-1", "q-counted").status()).isEqualTo(201);
        assertThat(api.post(
                                "/v1/boards/counted-1/proposals",
                                "{\"worker\":\"nobody\",\"patch\":[{\"op\":\"remove\",\"path\":\"/notes\"}]}")
                        .status())
                .isGreaterThanOrEqualTo(400);
        await().atMost(PATIENCE).untilAsserted(() -> {
            Answer answer = api.get("/v1/analytics/rejections?board=counted-1&by=stage");
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            assertThat(answer.text()).contains("\"key\":\"ADMISSION\",\"count\":1,\"share\":1");
        });

        assertThat(api.get("/v1/analytics/rejections?board=counted-1").text())
                .contains("\"key\":\"ADMISSION unknown-worker\"", "\"count\":0");
        assertProblem(api.get("/v1/analytics/rejections?board=none"), 404);
        assertProblem(api.get("/v1/analytics/rejections?by=weather"), 400);
        assertProblem(api.get("/v1/analytics/rejections?since=yesterday"), 400);
    }

    @Test
    void entry_hasTheViewThatItsWorkerWasShown_andItsChainGoesBackToTheCreation() throws Exception {
        String sequence = invited("why-1", "q-why");
        String board = "/v1/boards/why-1";

        Answer answer = api.get(board + "/entries/" + sequence + "?minSequence=" + sequence);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        JsonObject committed = answer.json();
        assertThat(text((JsonObject) committed.get("entry").orElseThrow(), "type"))
                .isEqualTo("PatchCommitted");
        assertThat(committed.get("view")).isPresent();
        String invocation = committed.get("invocation").orElseThrow().toString();
        JsonObject invited = api.get(board + "/entries/" + invocation).json();
        assertThat(invited.get("view")).isEqualTo(committed.get("view"));
        assertThat(((JsonObject) invited.get("entry").orElseThrow()).get("view"))
                .isEqualTo(committed.get("view"));
        assertThat(api.get(board + "/entries/1").json().names()).doesNotContain("view", "invocation");

        Answer chain = api.get(board + "/causes/" + sequence);
        assertThat(chain.status()).as(chain.text()).isEqualTo(200);
        assertThat(chain.header("PatchBoard-As-Of"))
                .isEqualTo(chain.json().get("asOf").orElseThrow().toString());
        assertThat(sequences(chain.json().get("causes").orElseThrow())).containsExactly(1L, Long.valueOf(invocation));
        assertThat(sequences(api.get(board + "/causes/1").json().get("caused").orElseThrow()))
                .contains(Long.valueOf(invocation), Long.valueOf(sequence));
        assertProblem(api.get(board + "/entries/900"), 404);
        assertProblem(api.get(board + "/causes/900"), 404);
        assertProblem(api.get(board + "/entries/0"), 400);
        assertProblem(api.get(board + "/causes/one"), 400);
        assertProblem(api.get("/v1/boards/why-0/entries/1"), 404);
        assertProblem(api.get("/v1/boards/why-0/causes/1"), 404);

        Cli why = Cli.run("board", "why", "why-1", sequence, "--bootstrap-server", all.bootstrapServers());
        assertThat(why.out()).contains("created", "scribe");
        Cli entry =
                Cli.run("board", "entry", "why-1", sequence, "--json", "--bootstrap-server", all.bootstrapServers());
        assertThat(((JsonObject) JsonReader.parse(entry.out())).get("view")).isEqualTo(committed.get("view"));
        assertThat(Cli.run("board", "why", "why-1", "900", "--bootstrap-server", all.bootstrapServers())
                        .exitCode())
                .isEqualTo(1);
    }

    @Test
    void log_isReadFromTo_byKind_andAnswersSayHowFarTheyAre() throws Exception {
        String sequence = invited("parts-1", "q-parts");
        String log = "/v1/boards/parts-1/log";

        Answer one = api.get(log + "?to=1");
        assertThat(one.text()).startsWith("[{\"type\":\"BoardCreated\"").doesNotContain("\"sequence\":2,");
        assertThat(one.header("PatchBoard-As-Of")).isEqualTo("1");
        Answer commits = api.get(log + "?kind=PatchCommitted&minSequence=" + sequence);
        assertThat(sequences(JsonReader.parse(commits.text()))).containsExactly(Long.valueOf(sequence));
        assertThat(Long.parseLong(commits.header("PatchBoard-As-Of"))).isGreaterThanOrEqualTo(Long.parseLong(sequence));
        assertThat(sequences(JsonReader.parse(
                        api.get(log + "?kind=WorkerInvoked&limit=1").text())))
                .hasSize(1);
        assertThat(api.get(log + "?kind=PatchCommitted&to=1").text()).isEqualTo("[]");
        Answer state = api.get("/v1/boards/parts-1/state?minSequence=" + sequence);
        assertThat(Long.parseLong(state.header("PatchBoard-As-Of"))).isGreaterThanOrEqualTo(Long.parseLong(sequence));
        for (String bad : List.of("kind=Patch", "from=3&to=2", "minSequence=0", "to=x")) {
            assertProblem(api.get(log + "?" + bad), 400);
        }
        Answer tooFar = api.get("/v1/boards/parts-1?minSequence=900");
        assertProblem(tooFar, 503);
        assertThat(tooFar.header("Retry-After")).isEqualTo("1");
        assertThat(tooFar.text("detail")).contains("up to sequence 900", "known up to");
    }

    @Test
    void diff_leadsFromOneVersionToAnother_eitherWay() throws Exception {
        String sequence = invited("diff-1", "q-diff");
        String diff = "/v1/boards/diff-1/diff";

        Answer answer = api.get(diff + "?from=1&minSequence=" + sequence);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        JsonObject found = answer.json();
        assertThat(found.get("to")).contains(Json.of(2));
        assertThat(found.get("patch"))
                .contains(JsonReader.parse("[{\"op\":\"add\",\"path\":\"/notes/0\",\"value\":\"Milk\"}]"));
        assertThat(answer.header("PatchBoard-As-Of"))
                .isEqualTo(found.get("asOf").orElseThrow().toString());
        assertThat(api.get(diff + "?from=2&to=1").json().get("steps"))
                .contains(JsonReader.parse("[{\"op\":\"remove\",\"path\":\"/notes/0\",\"old\":\"Milk\"}]"));
        assertThat(api.get(diff + "?from=1&to=1").json().get("patch")).contains(JsonArray.EMPTY);
        Cli shown =
                Cli.run("board", "diff", "diff-1", "1", "2", "--json", "--bootstrap-server", all.bootstrapServers());
        assertThat(found.get("patch")).contains(JsonReader.parse(shown.out()));

        assertProblem(api.get(diff), 400);
        assertProblem(api.get(diff + "?from=1&to=latest"), 400);
        Answer unknown = api.get(diff + "?from=1&to=900");
        assertProblem(unknown, 404);
        assertThat(unknown.text("detail")).contains("as to", "900");
        assertProblem(api.get("/v1/boards/diff-0/diff?from=1"), 404);
    }

    @Test
    void history_tellsWhoWroteAValue_partByPart() throws Exception {
        String sequence = invited("history-1", "q-history");
        String history = "/v1/boards/history-1/history";

        Answer answer = api.get(history + "?path=/notes&minSequence=" + sequence);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        JsonArray changes = (JsonArray) answer.json().get("changes").orElseThrow();
        assertThat(changes.items()).hasSize(2);
        assertThat(((JsonObject) changes.items().get(0)).get("value")).contains(JsonReader.parse("[\"Milk\"]"));
        assertThat(((JsonObject) changes.items().get(0)).get("old")).contains(JsonArray.EMPTY);
        JsonObject first = api.get(history + "?path=/notes&limit=1").json();
        assertThat(first.get("next")).contains(JsonReader.parse("{\"path\":\"/notes\",\"version\":1}"));
        assertThat(api.get(history + "?path=/notes&version=1").json().get("changes"))
                .contains(JsonArray.of(changes.items().get(1)));
        assertThat(api.get(history + "?path=/notes/0").json().get("next")).isEmpty();
        Cli shown = Cli.run(
                "board", "history", "history-1", "/notes", "--json", "--bootstrap-server", all.bootstrapServers());
        assertThat(JsonReader.parse(shown.out())).isEqualTo(changes);

        assertProblem(api.get(history), 400);
        assertProblem(api.get(history + "?path=notes"), 400);
        assertProblem(api.get(history + "?path=/nothing"), 404);
        assertProblem(api.get(history + "?path=/notes&version=900"), 404);
    }
}
