package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.ask.RequestSender;
import io.patchboard.client.ask.Waiting;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.CreateBoard;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Boards that are found by values of their states, over HTTP and on the command line. */
class IndexesApiTest extends ApiRig {

    private static final String BLUEPRINT = """
            {"apiVersion": "patchboard/v1", "name": "order",
             "indexes": {"orderId": "/order/id", "paid": "/paid"},
             "state": {"schema": {"type": "object"}, "initial": {"order": {"$input": "/order"}, "paid": false}},
             "workers": {"cashier": {"unsolicited": true, "write": [{"op": ["replace"], "path": "/paid"}]}},
             "complete": {"when": "has(state.never)"}}""";

    private void create(String board, String id) throws Exception {
        Answer created = api.post(
                "/v1/boards",
                "{\"boardId\":\"" + board + "\",\"blueprint\":" + BLUEPRINT + ",\"input\":{\"order\":{\"id\":" + id
                        + "}}}");
        assertThat(created.status()).as(created.text()).isEqualTo(201);
    }

    private String listed(String index) throws Exception {
        Answer list = api.get("/v1/boards?index=" + index);
        assertThat(list.status()).as(list.text()).isEqualTo(200);
        return JsonArray.copyOf(((JsonArray) list.json().get("boards").orElseThrow())
                        .stream()
                                .map(board ->
                                        ((JsonObject) board).get("boardId").orElseThrow())
                                .toList())
                .toString();
    }

    @Test
    void boards_areListedByAValue_asItIsNow() throws Exception {
        create("first", "42");
        create("second", "\"a:b\"");

        assertThat(listed("orderId:42")).isEqualTo("[\"first\"]");
        assertThat(listed("orderId:a:b")).isEqualTo("[\"second\"]");
        assertThat(listed("orderId:43")).isEqualTo("[]");
        assertThat(listed("paid:false")).contains("first", "second");
        assertProblem(api.get("/v1/boards?index=orderId"), 400);

        Answer paid = api.post("/v1/boards/first/proposals", "{\"worker\":\"cashier\",\"value\":true}");
        assertThat(paid.status()).as(paid.text()).isEqualTo(200);
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(listed("paid:true")).contains("first").doesNotContain("second"));
        assertThat(cli("board", "list", "--index", "paid=true").out())
                .contains("first")
                .doesNotContain("second");
    }

    @Test
    void uniqueValue_namesItsBoard_andNobodyMakesASecondOne(@TempDir Path dir) throws Exception {
        String unique = BLUEPRINT
                .replace("\"/order/id\", \"paid\"", "{\"path\": \"/order/id\", \"unique\": true}, \"paid\"")
                .replace("\"name\": \"order\"", "\"name\": \"sole\"");
        String order = "\"blueprint\":" + unique + ",\"input\":{\"order\":{\"id\":\"u-1\"}}}";
        Answer created = api.post("/v1/boards", "{" + order);
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        assertThat(created.text("boardId")).isEqualTo("sole-u-1");

        assertProblem(api.post("/v1/boards", "{" + order), 409);
        Answer named = api.post("/v1/boards", "{\"boardId\":\"called-otherwise\"," + order);
        assertThat(named.status()).as(named.text()).isEqualTo(422);
        assertThat(named.text("detail")).contains("\"sole-u-1\" as the id of the board");
        Path file = Files.writeString(dir.resolve("sole.json"), unique);
        Cli run = cli("run", file.toString(), "--no-workers", "--set", "order={\"id\":\"u-1\"}");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(4);
        assertThat(run.err())
                .contains(
                        "\"sole-u-1\" exists already",
                        "\"patchboard board show sole-u-1 --bootstrap-server ",
                        "--board");
        assertThat(listed("orderId:u-1")).isEqualTo("[\"sole-u-1\"]");
    }

    @Test
    void value_isSentToTheOneBoardThatIsMeant() throws Exception {
        create("mine", "7");
        create("one", "8");
        create("other", "8");

        Cli sent = cli("send", "--index", "orderId=7", "--worker", "cashier", "--value", "true");
        assertThat(sent.exitCode()).as(sent.err()).isZero();
        assertThat(api.get("/v1/boards/mine/state").text()).contains("\"paid\":true");

        Cli several = cli("send", "--index", "orderId=8", "--worker", "cashier", "--value", "true");
        assertThat(several.exitCode()).isEqualTo(1);
        assertThat(several.err()).contains("orderId=8", "one, other", "Name the one");
        Cli none = cli("send", "--index", "orderId=9", "--worker", "cashier", "--value", "true");
        assertThat(none.exitCode()).isEqualTo(3);
        assertThat(api.post("/v1/boards/one/cancel", "{\"reason\":\"over\"}").status())
                .isEqualTo(200);
        assertThat(cli("send", "--index", "orderId=8", "--worker", "cashier", "--value", "true")
                        .exitCode())
                .as("the other one has ended")
                .isZero();
        assertThat(Cli.run("send", "mine", "--index", "orderId=7", "--worker", "cashier", "--value", "true")
                        .err())
                .contains("either a board or --index");
    }

    @Test
    void value_mayBeSent_asSoonAsSomebodyHasAskedForTheBoardElsewhere() throws Exception {
        for (int i = 0; i < 5; i++) {
            String board = "fresh-" + i;
            try (RequestSender sender = new RequestSender(all.connection())) {
                Waiting.on(sender.send(new CreateBoard(
                        "c-" + board,
                        board,
                        JsonReader.parse(BLUEPRINT),
                        JsonReader.parse("{\"order\": {\"id\": " + i + "}}"))));
            }
            Answer paid = api.post("/v1/boards/" + board + "/proposals", "{\"worker\":\"cashier\",\"value\":true}");
            assertThat(paid.status()).as(paid.text()).isEqualTo(200);
        }
        assertThat(api.post("/v1/boards/nobody/proposals", "{\"worker\":\"cashier\",\"value\":true}")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void boards_withSomethingThatAFallbackWrote_areListed_untilItIsWrittenOver() throws Exception {
        String blueprint = """
                {"apiVersion": "patchboard/v1", "name": "plan", "state": {"schema": {"type": "object"}, "initial": {"plan": ""}},
                 "workers": {
                   "planner": {"unsolicited": true, "write": [{"op": ["replace"], "path": "/plan"}]},
                   "template": {"unsolicited": true, "degraded": true, "write": [{"op": ["replace"], "path": "/plan"}]}},
                 "complete": {"when": "has(state.never)"}}""";
        for (String board : List.of("plan-1", "plan-2")) {
            assertThat(api.post("/v1/boards", "{\"boardId\":\"" + board + "\",\"blueprint\":" + blueprint + "}")
                            .status())
                    .isEqualTo(201);
        }
        String all = "/v1/boards?degraded=true";
        assertThat(api.get(all).text()).doesNotContain("plan-");

        write("plan-1", "template");
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(api.get(all).text()).contains("plan-1").doesNotContain("plan-2"));
        assertThat(api.get(all + "&blueprint=order").text()).doesNotContain("plan-1");
        assertThat(api.get(all + "&order=recent").text()).contains("plan-1").doesNotContain("plan-2");

        write("plan-1", "planner");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(api.get(all).text()).doesNotContain("plan-"));
        assertProblem(api.get("/v1/boards?degraded=maybe"), 400);
    }

    private void write(String board, String worker) throws Exception {
        Answer written = api.post(
                "/v1/boards/" + board + "/proposals",
                "{\"worker\":\"" + worker + "\",\"patch\":[{\"op\":\"replace\",\"path\":\"/plan\",\"value\":\"by "
                        + worker + "\"}]}");
        assertThat(written.status()).as(written.text()).isEqualTo(200);
    }
}
