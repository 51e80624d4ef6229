package io.patchboard.standalone.mcp.board;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.patchboard.json.JsonPlace;
import io.patchboard.standalone.mcp.Caller;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How often blueprints are compiled for who asks. */
class ContractsTest {

    private static final Caller CALLER = new Caller(Optional.empty(), Optional.empty(), Optional.empty());

    private static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"notes",
             "state":{"schema":{"type":"object"},"initial":{"notes":[]}},
             "workers":{"scribe":{"instruction":"Note.","unsolicited":true,
                                  "write":[{"op":["add"],"path":"/notes/-"}]}}}
            """;

    private static final Map<String, String> ANSWERS = Map.of(
            "/v1/boards",
            "{\"boards\":[{\"boardId\":\"b\",\"blueprint\":\"notes\"},{\"boardId\":\"c\",\"blueprint\":\"other\"}]}",
            "/v1/boards/b/blueprint",
            BLUEPRINT,
            "/v1/boards/c/blueprint",
            "{\"workers\":{\"critic\":{\"instruction\":\"Criticize.\\nWell.\"}}}");

    private HttpServer server;
    private Api api;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ANSWERS.forEach((path, answer) -> server.createContext(path, exchange -> {
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        }));
        server.start();
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        api = new Api(() -> address);
    }

    @AfterEach
    void stop() {
        api.close();
        server.stop(0);
    }

    @Test
    void blueprint_isCompiledOnce() throws Exception {
        Contracts contracts = new Contracts(api);

        assertThat(contracts.blueprint(CALLER, "b")).isSameAs(contracts.blueprint(CALLER, "b"));
    }

    /** One of the blueprints could not be compiled. */
    @Test
    void listOfPrompts_compilesNothing() throws Exception {
        BoardPrompts prompts = new BoardPrompts(api, new Contracts(api));

        assertThat(JsonPlace.of(prompts.list(CALLER)).items("prompts"))
                .extracting(prompt -> prompt.text("name").orElseThrow() + ": "
                        + prompt.text("description").orElseThrow())
                .containsExactlyInAnyOrder("notes/scribe: Note.", "other/critic: Criticize.");
    }
}
