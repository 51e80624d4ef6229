package io.patchboard.standalone.http;

import static io.patchboard.standalone.http.A2aConversation.message;
import static io.patchboard.standalone.http.A2aConversation.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.json.JsonPlace;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A board that waits for one on which a person has something to do. */
class PersonBelowTest extends ApiRig {

    private static final String ASKS = """
        {"apiVersion":"patchboard/v1","name":"asks","state":{"schema":{"type":"object"},"initial":{}},
         "workers":{"editor":{"kind":"person","instruction":"Find a title.",
                              "write":[{"op":["add"],"path":"/title"}]}},
         "rules":[{"name":"begin","on":{"event":"created"},"invoke":"editor"}],
         "complete":{"when":"has(state.title)","result":"/title"}}\
        """;

    private static final String BOSS = """
        {"apiVersion":"patchboard/v1","name":"boss","state":{"schema":{"type":"object"},"initial":{}},
         "workers":{"clerk":{"kind":"board","write":[{"op":["add"],"path":"/out"}],
           "board":{"blueprint":"asks@latest","result":"/out"}}},
         "rules":[{"name":"begin","on":{"event":"created"},"invoke":"clerk"}],
         "complete":{"when":"has(state.out)","result":"/out"}}\
        """;

    @Test
    void whatHeIsToDo_isToldOfTheBoardAbove_andAMessageForItsTaskAnswersBelow() throws Exception {
        assertThat(api.put("/v1/blueprints/asks", ASKS).status()).isIn(200, 201);
        A2aConversation client = new A2aConversation(api.url(), Optional.empty());

        JsonNode asked = client.rpc("SendMessage", send(message("{\"data\":{\"blueprint\":" + BOSS + "}}", ""), false))
                .get("task");

        String id = asked.get("id").asText();
        JsonPlace below = JsonPlace.of(api.get("/v1/boards/" + id).json())
                .items("needsPersonBelow")
                .get(0);
        assertThat(below.text("kind")).contains("task");
        assertThat(below.text("message")).contains("Find a title.");
        assertThat(asked.at("/status/state").asText()).isEqualTo("TASK_STATE_INPUT_REQUIRED");
        assertThat(asked.at("/status/message/parts/1/data/waiting/0/boardId").asText())
                .isEqualTo(below.text("boardId").orElseThrow());

        String child = below.text("boardId").orElseThrow();
        assertThat(below.into("parent").text("boardId")).contains(id);
        assertThat(cli("board", "show", id).out())
                .contains(
                        "needs a person board " + child + " as editor, until ",
                        "Find a title.",
                        "propose --board '" + child + "' --worker editor --invocation inv-");
        JsonPlace shown = JsonPlace.of(cli("board", "show", id, "--json").json())
                .items("needsPersonBelow")
                .get(0);
        assertThat(shown.text("kind")).contains("task");
        assertThat(shown.text("boardId")).contains(child);
        String patch = "{\"data\":{\"patch\":[{\"op\":\"add\",\"path\":\"/title\",\"value\":\"Tea\"}]}}";
        client.rpc("SendMessage", send(message(patch, ",\"taskId\":\"" + id + "\""), true));
        await().atMost(PATIENCE)
                .until(() -> client.rpc("GetTask", "{\"id\":\"" + id + "\"}")
                        .at("/artifacts/0/parts/0/data")
                        .asText()
                        .equals("Tea"));
    }
}
