package io.patchboard.standalone.http;

import static io.patchboard.standalone.http.A2aConversation.message;
import static io.patchboard.standalone.http.A2aConversation.send;
import static io.patchboard.standalone.http.A2aConversation.text;
import static org.awaitility.Awaitility.await;

import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;

/** A blueprint to begin tasks by, and an agent that does. */
abstract class A2aRig extends ApiRig {

    static final String CARD = "/.well-known/agent-card.json";

    /** It is begun by a text, and a person decides whether it ends. */
    static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"%1$s",
             "input":{"type":"object","properties":{"topic":{"type":"string","maxLength":40}},"required":["topic"]},
             "state":{"schema":{"type":"object"},"initial":{"topic":{"$input":"/topic"},"notes":[]}},
             "workers":{"guest":{"instruction":"Note.","unsolicited":true,
                                 "write":[{"op":["add"],"path":"/notes/-"},{"op":["add"],"path":"/end"}]}},
             "gates":[{"name":"last","on":{"path":"/end"}}],
             "complete":{"when":"has(state.end)","result":"/notes"}}""";

    static final String TO_WRITER = ",\"metadata\":{\"skillId\":\"writer\"}";

    A2aConversation client;

    @BeforeAll
    void publish() throws Exception {
        client = new A2aConversation(api.url(), Optional.empty());
        publish("writer");
    }

    void publish(String name) {
        await().atMost(PATIENCE)
                .until(() -> api.put("/v1/blueprints/" + name, BLUEPRINT.formatted(name))
                                .status()
                        < 300);
    }

    void propose(String board, String path, String value) throws Exception {
        api.post(
                "/v1/boards/" + board + "/proposals",
                "{\"worker\":\"guest\",\"patch\":[{\"op\":\"add\",\"path\":\"" + path + "\",\"value\":\"" + value
                        + "\"}]}");
    }

    String begun(String topic, String more) throws Exception {
        return client.rpc("SendMessage", send(message(text(topic), TO_WRITER + more), true))
                .at("/task/id")
                .asText();
    }
}
