package io.patchboard.standalone.http;

import static io.patchboard.standalone.http.RunningApi.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
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
        for (String bad : List.of("phase=absent", "phase=running", "order=name", "label=x", "cursor=bm90aGluZw")) {
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
        assertThat(Cli.run("board", "list", "--worker", "nobody", "--bootstrap-server", all.bootstrapServers())
                        .out())
                .doesNotContain("list-");
    }
}
