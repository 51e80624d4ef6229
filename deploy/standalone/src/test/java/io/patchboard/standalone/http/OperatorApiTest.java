package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Over HTTP: boards that are labelled, edited, marked, restored, forked, and given another blueprint. */
class OperatorApiTest extends ApiRig {

    private static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"operated",
             "state":{"schema":{"type":"object","properties":{"n":{"type":"integer","maximum":9},"list":{"type":"array"}}},
                      "initial":{"n":0,"list":[]}},
             "workers":{"guest":{"unsolicited":true,"read":[""],"write":[{"op":["replace"],"path":"/n"}]}}}
            """;

    private String create(String board, String labels) throws Exception {
        String body = "{\"boardId\":\"" + board + "\",\"commandId\":\"c-" + board + "\",\"labels\":" + labels
                + ",\"blueprint\":" + BLUEPRINT + "}";
        Answer answer = api.post("/v1/boards", body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return "/v1/boards/" + board;
    }

    private Answer done(String path, String body) throws Exception {
        Answer answer = api.post(path, body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer;
    }

    private static String ids(Answer list) {
        return ((JsonArray) list.json().get("boards").orElseThrow())
                .stream()
                        .map(board -> ((JsonObject) board).get("boardId").orElseThrow())
                        .toList()
                        .toString();
    }

    @Test
    void edited_marked_restored() throws Exception {
        String board = create("operated", "{}");

        Answer edited = done(
                board + "/edit",
                "{\"reason\":\"by hand\",\"patch\":[{\"op\":\"add\",\"path\":\"/list/-\",\"value\":\"a\"}]}");
        assertThat(edited.text("type")).isEqualTo("BoardEdited");
        assertThat(edited.text("by")).isEqualTo("local");
        assertThat(done(board + "/marks", "{\"reason\":\"good\",\"name\":\"one\",\"by\":\"ada\"}")
                        .text("by"))
                .isEqualTo("ada");
        assertThat(api.get(board).json().get("marks")).contains(JsonReader.parse("[{\"name\":\"one\",\"version\":2}]"));
        done(board + "/edit", "{\"reason\":\"r\",\"patch\":[{\"op\":\"replace\",\"path\":\"/n\",\"value\":7}]}");
        Json one = JsonReader.parse("{\"n\":0,\"list\":[\"a\"]}");

        assertThat(done(board + "/restore", "{\"reason\":\"back\",\"mark\":\"one\"}")
                        .json()
                        .get("restoredVersion"))
                .contains(Json.of(2));
        assertThat(api.get(board + "/state").json()).isEqualTo(one);
        assertThat(done(board + "/restore", "{\"reason\":\"back\",\"version\":3}")
                        .text("type"))
                .isEqualTo("BoardRestored");
        assertThat(api.get(board + "/state").json()).isEqualTo(JsonReader.parse("{\"n\":7,\"list\":[\"a\"]}"));
        assertThat(api.get(board).json().get("version")).contains(Json.of(5));
    }

    @Test
    void whatCannotBeDone_isToldWithItsPlace() throws Exception {
        String board = create("refusing", "{}");

        assertProblem(api.post(board + "/edit", "{\"patch\":[]}"), 400);
        assertProblem(api.post(board + "/edit", "{\"reason\":\"r\",\"patch\":[],\"why\":1}"), 400);
        Answer large = api.post(
                board + "/edit", "{\"reason\":\"r\",\"patch\":[{\"op\":\"replace\",\"path\":\"/n\",\"value\":10}]}");
        assertProblem(large, 422);
        assertThat(large.text("pointer")).isEqualTo("/n");
        Answer late = api.post(board + "/edit", "{\"reason\":\"r\",\"patch\":[],\"expectedSequence\":7}");
        assertProblem(late, 409);
        assertThat(late.text("code")).isEqualTo("sequence");
        assertProblem(api.post(board + "/restore", "{\"reason\":\"r\"}"), 400);
        assertProblem(api.post(board + "/restore", "{\"reason\":\"r\",\"mark\":\"never\"}"), 422);
        assertProblem(api.post(board + "/restore", "{\"reason\":\"r\",\"version\":9}"), 404);
        assertProblem(api.post("/v1/boards/nobody/restore", "{\"reason\":\"r\",\"version\":1}"), 404);
        assertProblem(api.post("/v1/boards/nobody/fork", "{\"reason\":\"r\"}"), 404);
        assertProblem(api.post(board + "/fork", "{\"reason\":\"r\",\"as\":\"refusing\"}"), 409);
        Answer tight = api.post(
                board + "/blueprint",
                "{\"reason\":\"r\",\"blueprint\":"
                        + BLUEPRINT.replace("\"maximum\":9", "\"minimum\":1").replace("\"n\":0", "\"n\":1") + "}");
        assertProblem(tight, 422);
        assertThat(tight.json().get("errors").orElseThrow().toString()).contains("/n");
    }

    @Test
    void forked_fromAVersion_goesOnByItself() throws Exception {
        String board = create("stem", "{\"team\":\"facts\"}");
        done(board + "/edit", "{\"reason\":\"r\",\"patch\":[{\"op\":\"replace\",\"path\":\"/n\",\"value\":5}]}");

        Answer fork = done(board + "/fork", "{\"reason\":\"another\",\"version\":1,\"as\":\"branch\"}");

        assertThat(fork.text("type")).isEqualTo("BoardCreated");
        JsonObject origin = (JsonObject) fork.json().get("origin").orElseThrow();
        assertThat(origin.get("boardId")).contains(Json.of("stem"));
        JsonArray log =
                (JsonArray) JsonReader.parse(api.get(board + "/log?to=1").text());
        assertThat(origin.get("hash")).isEqualTo(((JsonObject) log.get(0)).get("hash"));
        assertThat(api.get("/v1/boards/branch/state").json()).isEqualTo(JsonReader.parse("{\"n\":0,\"list\":[]}"));
        assertThat(ids(api.get("/v1/boards?label=team=facts"))).isEqualTo("[\"branch\", \"stem\"]");
        assertThat(ids(api.get("/v1/boards?label=team=none"))).isEqualTo("[]");
        assertThat(ids(api.get("/v1/boards?q=FACTS"))).isEqualTo("[\"branch\", \"stem\"]");
    }

    @Test
    void forked_withAnotherInput_hasTheStateThatWas_andTheInputIsHeldAgainstItsBlueprint() throws Exception {
        String board = create("one-customer", "{}");
        String stricter =
                BLUEPRINT.replaceFirst("\\{", "{\"input\":{\"type\":\"object\",\"required\":[\"customer\"]},");
        String asked = "{\"reason\":\"another\",\"as\":\"another-customer\",\"blueprint\":" + stricter;

        Answer refused = api.post(board + "/fork", asked + "}");
        assertProblem(refused, 422);
        assertThat(refused.text()).contains("customer");
        Answer fork = done(board + "/fork", asked + ",\"input\":{\"customer\":7}}");

        assertThat(fork.json().get("input")).contains(JsonReader.parse("{\"customer\":7}"));
        assertThat(api.get("/v1/boards/another-customer/state").json())
                .isEqualTo(api.get(board + "/state").json());
    }

    @Test
    void forked_again_isTheSameBoard_andOfAnotherBoardAnother() throws Exception {
        String board = create("twice", "{}");
        String asked = "{\"commandId\":\"c-again\",\"reason\":\"r\",\"expectedSequence\":1}";
        Answer first = done(board + "/fork", asked);
        done(board + "/edit", "{\"reason\":\"r\",\"patch\":[{\"op\":\"replace\",\"path\":\"/n\",\"value\":5}]}");

        assertThat(done(board + "/fork", asked).json()).isEqualTo(first.json());
        assertThat(done(create("twice-too", "{}") + "/fork", asked).text("boardId"))
                .isNotEqualTo(first.text("boardId"));
        Answer late = api.post(board + "/fork", asked.replace("c-again", "c-late"));
        assertProblem(late, 409);
        assertThat(late.text("code")).isEqualTo("sequence");
    }

    @Test
    void forked_afterAnEntryThatTheServerDoesNotKnowYet_waitsForIt() throws Exception {
        String board = create("ahead", "{}");
        CompletableFuture<Answer> fork = CompletableFuture.supplyAsync(() -> {
            try {
                return api.post(board + "/fork", "{\"reason\":\"r\",\"as\":\"ahead-too\",\"expectedSequence\":2}");
            } catch (Exception e) {
                throw new CompletionException(e);
            }
        });
        assertThatThrownBy(() -> fork.get(1, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
        done(board + "/edit", "{\"reason\":\"r\",\"patch\":[{\"op\":\"replace\",\"path\":\"/n\",\"value\":5}]}");

        assertThat(fork.join().status()).as(fork.join().text()).isEqualTo(200);
        assertThat(api.get("/v1/boards/ahead-too/state").text()).contains("\"n\":5");
        assertProblem(api.post(board + "/fork", "{\"reason\":\"r\",\"expectedSequence\":7}"), 503);
    }

    @Test
    void amended_theNextProposalIsJudgedByTheNewBlueprint() throws Exception {
        String board = create("amended", "{}");
        String proposal = "{\"worker\":\"guest\",\"patch\":[{\"op\":\"replace\",\"path\":\"/n\",\"value\":20}]}";
        assertProblem(api.post(board + "/proposals", proposal), 422);

        Answer amended = done(
                board + "/blueprint",
                "{\"reason\":\"more\",\"blueprint\":" + BLUEPRINT.replace("\"maximum\":9", "\"maximum\":99") + "}");

        assertThat(amended.text("type")).isEqualTo("BlueprintAmended");
        assertThat(api.post(board + "/proposals", proposal).status()).isEqualTo(200);
        assertThat(api.get(board).json().get("blueprintHash"))
                .isEqualTo(amended.json().get("blueprintHash"));
    }
}
