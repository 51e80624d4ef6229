package io.patchboard.standalone.a2a;

import static io.patchboard.standalone.a2a.ScriptedApi.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.JsonObject;
import io.patchboard.standalone.mcp.board.Api;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a message for a task asks of the HTTP API. */
class TasksTest {

    private static final String STATUS = """
        {"boardId":"t","phase":"OPEN","sequence":3,"version":1,"time":"2026-01-02T03:04:05Z","needsPerson":[%s],
         "needsPersonBelow":[%s],"openInvocations":[]}\
        """;

    private static final String GATE = "{\"item\":3,\"kind\":\"gate\",\"options\":[\"approve\",\"reject\"]}";
    private static final String BELOW = "{\"boardId\":\"t~1\",\"item\":7,\"kind\":\"gate\",\"options\":[\"approve\"]}";

    @AutoClose
    private final ScriptedApi server = new ScriptedApi();

    @AutoClose
    private final Api api = new Api(server::uri);

    private final Tasks tasks = new Tasks(api, new Reader(api), new Skills(api));

    TasksTest() throws Exception {}

    @BeforeEach
    void takeDecisions() {
        server.says("POST /v1/inbox/t/3", 200, "{}");
        server.says("POST /v1/inbox/t%7E1/7", 200, "{}");
    }

    private void take(String part) throws Exception {
        tasks.take(
                ScriptedApi.ANYBODY,
                object("{\"message\":{\"messageId\":\"m-1\",\"taskId\":\"t\",\"role\":\"ROLE_USER\",\"parts\":[" + part
                        + "]}}"));
    }

    @Test
    void decision_costsNoMoreThanAnyOther() throws Exception {
        server.says("GET /v1/boards/t", 200, STATUS.formatted(GATE, ""));

        take("{\"text\":\"approve\"}");

        assertThat(server.asked())
                .filteredOn(request -> !request.equals("GET /v1/boards/t"))
                .hasSize(1)
                .allMatch(request -> request.startsWith("POST /v1/inbox/t/3"));
    }

    /** On the other board the kernel does not know the message again. */
    @Test
    void decisionThatWasTakenOnABoard_isNotMadeOnAnother() throws Exception {
        server.says("GET /v1/boards/t", 200, STATUS.formatted("", BELOW));
        server.says("GET /v1/boards/t/commands/" + Given.of(message()).id(), 200, "{}");

        take("{\"text\":\"approve\"}");

        assertThat(server.asked()).noneMatch(request -> request.startsWith("POST"));
    }

    @Test
    void whatAPersonIsToDoBelow_isAnsweredThere() throws Exception {
        String task = "{\"boardId\":\"t~1\",\"item\":2,\"kind\":\"task\",\"worker\":\"w\",\"invocationId\":\"i\"}";
        server.says("GET /v1/boards/t", 200, STATUS.formatted("", task));
        server.says("POST /v1/boards/t%7E1/proposals", 200, "{}");

        take("{\"data\":{\"patch\":[]}}");

        assertThat(server.asked()).contains("POST /v1/boards/t%7E1/proposals");
    }

    @Test
    void whoMayNotRead_beginsNothing() {
        server.says("GET /v1/boards?limit=1", 403, "{\"detail\":\"You may not read.\"}");
        server.says("POST /v1/boards", 201, "{\"boardId\":\"t\"}");
        JsonObject begins = object("{\"message\":{\"messageId\":\"m-2\",\"role\":\"ROLE_USER\",\"parts\":["
                + "{\"data\":{\"blueprint\":{}}}]}}");

        assertThatThrownBy(() -> tasks.take(ScriptedApi.ANYBODY, begins)).isInstanceOf(A2aException.class);
        assertThat(server.asked()).noneMatch(request -> request.startsWith("POST"));
    }

    private static JsonObject message() {
        return object("{\"message\":{\"messageId\":\"m-1\",\"taskId\":\"t\",\"role\":\"ROLE_USER\","
                + "\"parts\":[{\"text\":\"approve\"}]}}");
    }
}
