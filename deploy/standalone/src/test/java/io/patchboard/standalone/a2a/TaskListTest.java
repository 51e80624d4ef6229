package io.patchboard.standalone.a2a;

import static io.patchboard.standalone.a2a.ScriptedApi.object;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.mcp.board.Api;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Pages of tasks. */
class TaskListTest {

    @AutoClose
    private final ScriptedApi server = new ScriptedApi();

    @AutoClose
    private final Api api = new Api(server::uri);

    private final TaskList tasks = new TaskList(api, new Reader(api));

    TaskListTest() throws Exception {}

    /** A list of boards that are completed. */
    private static String boards(String next, String... ids) {
        String all = Stream.of(ids)
                .map(id -> "{\"boardId\":\"" + id + "\",\"phase\":\"completed\",\"decisions\":0,"
                        + "\"time\":\"2026-01-02T03:04:05Z\"}")
                .collect(Collectors.joining(","));
        return "{\"boards\":[" + all + "]" + (next.isEmpty() ? "" : ",\"next\":\"" + next + "\"") + "}";
    }

    private JsonObject list(String params) throws Exception {
        return tasks.list(ScriptedApi.ANYBODY, object(params));
    }

    private static List<String> ids(JsonObject page) {
        return Reader.objects(page, "tasks").stream()
                .map(task -> task.text("id"))
                .toList();
    }

    @Test
    void page_endsAfterSomeMegabytesOfArtifacts_andTheNextGoesOnBehindThem() throws Exception {
        for (String id : List.of("a", "b", "c")) {
            server.says(
                    "GET /v1/boards/" + id,
                    200,
                    "{\"boardId\":\"" + id + "\",\"phase\":\"completed\",\"sequence\":3,\"end\":{\"result\":\""
                            + "x".repeat(3_000_000) + "\"}}");
        }
        server.says("GET /v1/boards?limit=50&order=recent", 200, boards("", "a", "b", "c"));
        server.says("GET /v1/boards?limit=2&order=recent", 200, boards("behind-b", "a", "b"));
        server.says("GET /v1/boards?limit=1000&order=recent", 200, boards("", "a", "b", "c"));

        JsonObject page = list("{\"includeArtifacts\":true}");
        assertThat(ids(page)).containsExactly("a", "b");
        assertThat(page.get("nextPageToken")).contains(Json.of("behind-b"));
        assertThat(ids(list("{}"))).containsExactly("a", "b", "c");
    }

    @Test
    void taskThatAContextBeganWith_isOnTheLastPage_wherePagesEndByTime() throws Exception {
        server.says("GET /v1/boards/talk", 200, status("talk", "\"time\":\"2026-01-02T03:04:05Z\""));
        server.says("GET /v1/boards/b", 200, status("b", "\"labels\":{\"a2a-context\":\"talk\"}"));
        String labelled = "label=a2a-context%3Dtalk&limit=";
        String older = boards("more", "b", "c")
                .replace("c\",\"phase\":\"completed\",\"decisions\":0,\"time\":\"2026", "c\",\"time\":\"2025");
        server.says("GET /v1/boards?" + labelled + "50&order=recent", 200, older);
        server.says("GET /v1/boards?" + labelled + "1000&order=recent", 200, boards("", "b"));

        JsonObject page = list("{\"contextId\":\"talk\",\"statusTimestampAfter\":\"2026-01-01T00:00:00Z\"}");

        assertThat(ids(page)).containsExactly("b", "talk");
        assertThat(page.get("nextPageToken")).contains(Json.of(""));
        assertThat(page.get("totalSize")).contains(Json.of(2));
    }

    private static String status(String id, String more) {
        return "{\"boardId\":\"" + id + "\",\"phase\":\"completed\",\"sequence\":3," + more + "}";
    }

    /** What a person is to do is no decision, but waits for him all the same. */
    @Test
    void tasksThatWait_areCountedByTheListOfBoardsThatNeedAPerson() throws Exception {
        String open = boards("", "a", "b").replace("completed", "open");
        server.says("GET /v1/boards?limit=1&order=recent", 200, "{\"boards\":[]}");
        server.says("GET /v1/boards?limit=1000&order=recent", 200, open);
        server.says("GET /v1/boards?limit=1000&needsPerson=true&order=recent", 200, boards("", "a"));

        JsonObject waiting = list("{\"pageSize\":1,\"status\":\"TASK_STATE_INPUT_REQUIRED\"}");
        JsonObject working = list("{\"pageSize\":1,\"status\":\"TASK_STATE_WORKING\"}");

        assertThat(waiting.get("totalSize")).contains(Json.of(1));
        assertThat(working.get("totalSize")).contains(Json.of(1));
    }

    @Test
    void boardThatCannotBeToldAnyMore_isLeftOut() throws Exception {
        server.says("GET /v1/boards/a", 410, "{\"detail\":\"Its log was cut.\"}");
        server.says("GET /v1/boards/b", 200, status("b", "\"version\":1"));
        server.says("GET /v1/boards?limit=50&order=recent", 200, boards("", "a", "b"));
        server.says("GET /v1/boards?limit=1000&order=recent", 200, boards("", "a", "b"));

        assertThat(ids(list("{}"))).containsExactly("b");
    }
}
