package io.patchboard.standalone.a2a;

import static io.patchboard.standalone.a2a.ScriptedApi.ANYBODY;
import static io.patchboard.standalone.a2a.ScriptedApi.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.calls.Outbound;
import io.patchboard.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose receivers of push notifications are shown and changed. */
class PushOwnersTest {

    private static final String URL = "http://localhost:9/";
    private static final String ONE = "{\"taskId\":\"t\",\"id\":\"a\"}";

    @AutoClose
    private final ScriptedApi server = new ScriptedApi();

    @AutoClose
    private final Operations operations = new Operations(server::uri);

    @TempDir
    private Path folder;

    PushOwnersTest() throws Exception {}

    @BeforeEach
    void register() throws Exception {
        server.says("GET /v1/boards/t", 200, "{\"boardId\":\"t\",\"phase\":\"OPEN\",\"sequence\":1}");
        operations.push(new Pushing(
                PushBook.open(folder.resolve("push.json")),
                Outbound.of(List.of(), List.of("localhost")).ofStrangers(),
                ANYBODY));
        calls("shop", "\"create\",\"read\"");
        operations.createPush(ANYBODY, config("secret"));
    }

    private void calls(String name, String rights) {
        server.says("GET /v1/principal", 200, "{\"name\":\"" + name + "\",\"rights\":[" + rights + "]}");
    }

    private static JsonObject config(String path) {
        return object("{\"taskId\":\"t\",\"id\":\"a\",\"url\":\"" + URL + path + "\"}");
    }

    private String listed() throws Exception {
        return operations.listPush(ANYBODY, object(ONE)).toString();
    }

    @Test
    void whoMayReadTheTask_neitherSeesNorChangesThoseOfOthers() throws Exception {
        calls("auditor", "\"read\"");

        assertThat(listed()).doesNotContain("secret");
        assertThatThrownBy(() -> operations.getPush(ANYBODY, object(ONE))).isInstanceOf(A2aException.class);
        assertThatThrownBy(() -> operations.createPush(ANYBODY, config("mine"))).isInstanceOf(A2aException.class);
        operations.deletePush(ANYBODY, object(ONE));

        calls("shop", "\"create\",\"read\"");
        assertThat(listed()).contains("secret");
        operations.deletePush(ANYBODY, object(ONE));
        assertThat(listed()).doesNotContain("secret");
    }

    @Test
    void whoOperates_seesAndDeletesAll_alsoAfterARestart() throws Exception {
        calls("operator", "\"read\",\"operate\"");
        assertThat(listed()).contains("secret");

        PushBook again = PushBook.open(folder.resolve("push.json"));
        assertThat(again.all()).extracting(PushTarget::owner).hasToString("[Optional[shop]]");
        operations.deletePush(ANYBODY, object(ONE));
        assertThat(listed()).doesNotContain("secret");
    }
}
