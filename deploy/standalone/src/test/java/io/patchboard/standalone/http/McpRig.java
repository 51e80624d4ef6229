package io.patchboard.standalone.http;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;

/** A board for each test, and a client of the Model Context Protocol. */
abstract class McpRig extends ApiRig {

    /** Its scribe is invited, its guest is not, and who ends it has to ask. */
    static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"%1$s",
             "state":{"schema":{"type":"object","properties":{"notes":{"type":"array",
                        "items":{"type":"string","maxLength":20}}}},"initial":{"notes":[]}},
             "workers":{"scribe":{"instruction":"Note.","queue":"%1$s","read":["/notes"],
                                  "write":[{"op":["add"],"path":"/notes/-"}]},
                        "guest":{"instruction":"Note.","unsolicited":true,"read":["/notes"],
                                 "write":[{"op":["add"],"path":"/notes/-"},{"op":["add"],"path":"/end"}]}},
             "rules":[{"name":"begin","on":{"event":"created"},"invoke":"scribe"}],
             "policies":{"default":{"timeout":"PT30M","retry":{"maxAttempts":3}}},
             "gates":[{"name":"last","on":{"path":"/end"}}],
             "complete":{"when":"has(state.end)","result":"/notes"}}""";

    McpConversation client;

    McpConversation create(String id) throws Exception {
        client = McpConversation.with(api.url());
        client.given("create_board", "{\"boardId\":\"" + id + "\",\"blueprint\":" + BLUEPRINT.formatted(id) + "}");
        await("the read side knows the board")
                .atMost(PATIENCE)
                .until(() -> !client.tool("board_state", "{\"boardId\":\"" + id + "\"}")
                        .path("isError")
                        .asBoolean());
        return client;
    }

    static String patch(String id, String worker, String path, String value) {
        return "{\"boardId\":\"" + id + "\",\"worker\":\"" + worker + "\",\"patch\":[{\"op\":\"add\",\"path\":\"" + path
                + "\",\"value\":\"" + value + "\"}]}";
    }

    JsonNode awaited(String queue) throws Exception {
        JsonNode invocation = McpMessages.JSON.nullNode();
        while (invocation.isNull()) {
            invocation =
                    client.given("await_work", "{\"queue\":\"" + queue + "\"}").get("invocation");
        }
        return invocation;
    }
}
