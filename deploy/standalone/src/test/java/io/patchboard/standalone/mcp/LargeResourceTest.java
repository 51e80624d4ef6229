package io.patchboard.standalone.mcp;

import static io.patchboard.standalone.a2a.ScriptedApi.ANYBODY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.a2a.ScriptedApi;
import io.patchboard.standalone.mcp.board.BoardFeatures;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A resource of more than a message shall have. */
class LargeResourceTest {

    @AutoClose
    private final ScriptedApi server = new ScriptedApi();

    @AutoClose
    private final BoardFeatures features = new BoardFeatures(server::uri);

    LargeResourceTest() throws Exception {}

    private JsonObject read(String uri) throws Exception {
        Message.Request request = new Message.Request(Json.of(1), "resources/read", JsonObject.EMPTY);
        return features.answer(
                request.method(),
                JsonObject.of("uri", Json.of(uri)),
                new Exchange(request, Optional.empty(), ANYBODY, message -> {}));
    }

    @Test
    void logOfMoreThanAMillionCharacters_isRefused_withHowToAskForAPart() throws Exception {
        server.says("GET /v1/boards/t/log", 200, "[\"" + "x".repeat(1_000_000) + "\"]");
        server.says("GET /v1/boards/t/state", 200, "{\"count\":1}");

        assertThatThrownBy(() -> read("patchboard://boards/t/log"))
                .isInstanceOf(RpcException.class)
                .hasMessageContaining("1000004")
                .hasMessageContaining("board_log");
        assertThat(read("patchboard://boards/t/state")
                        .get("contents")
                        .orElseThrow()
                        .toString())
                .contains("count");
    }
}
