package io.patchboard.standalone.mcp.board;

import static io.patchboard.standalone.a2a.ScriptedApi.ANYBODY;
import static io.patchboard.standalone.a2a.ScriptedApi.object;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonObject;
import io.patchboard.standalone.a2a.ScriptedApi;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Boards for who has begun to type an id. */
class BoardPromptsTest {

    private static final String BEGUN =
            "{\"ref\":{\"name\":\"%s\"},\"argument\":{\"name\":\"boardId\",\"value\":\"%s\"}}";

    @AutoClose
    private final ScriptedApi server = new ScriptedApi();

    @AutoClose
    private final Api api = new Api(server::uri);

    private final BoardPrompts prompts = new BoardPrompts(api, new Contracts(api));

    BoardPromptsTest() throws Exception {}

    private JsonObject complete(String prompt, String begun) throws Exception {
        return prompts.complete(object(BEGUN.formatted(prompt, begun)), ANYBODY).object("completion");
    }

    @Test
    void boards_areFoundHoweverManyThereAreBeforeThem() throws Exception {
        server.says("GET /v1/boards?q=re", 200, "{\"boards\":[{\"boardId\":\"more\"}],\"next\":\"m\"}");
        server.says("GET /v1/boards?cursor=m&q=re", 200, "{\"boards\":[{\"boardId\":\"review-4\"}]}");

        assertThat(complete("", "re")).isEqualTo(object("{\"values\":[\"review-4\"],\"total\":1,\"hasMore\":false}"));
    }

    @Test
    void whereNotAllWereLookedAt_thereMayBeMore() throws Exception {
        String endless = "{\"boards\":[{\"boardId\":\"a\"}],\"next\":\"m\"}";
        server.says("GET /v1/boards?blueprint=notes", 200, endless);
        server.says("GET /v1/boards?blueprint=notes&cursor=m", 200, endless);

        JsonObject completion = complete("notes/scribe", "");
        assertThat(completion.has("total")).isFalse();
        assertThat(completion.get("hasMore")).hasToString("Optional[true]");
    }
}
