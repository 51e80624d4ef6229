package io.patchboard.standalone.mcp.board;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
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

/** How often blueprints are compiled for who asks, and what their workers may do. */
class ContractsTest {

    private static final Caller CALLER = new Caller(Optional.empty(), Optional.empty(), Optional.empty());

    private static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"notes",
             "state":{"schema":{"type":"object"},"initial":{"notes":[]}},
             "workers":{"scribe":{"instruction":"Note.","unsolicited":true,
                                  "write":[{"op":["add"],"path":"/notes/-"}]}}}
            """;

    private static final String MENDING = """
            {"apiVersion":"patchboard/v1","name":"shop",
             "state":{"schema":{"type":"object","properties":{"operations":{"type":"object","additionalProperties":
                 {"type":"object","properties":{"id":{"type":"string"},"start":{"type":"integer"}}}}}},
                 "initial":{"operations":{}}},
             "neighbourhoods":[{"from":"/operations/*/id","to":"/operations/*/after","kind":"time"}],
             "workers":{"repair":{"instruction":"Mend.","read":["/operations"],"neighbourhood":{"radius":1},
                                  "write":[{"op":["replace"],"path":"/operations/*/start"}]}},
             "rules":[{"name":"repair","on":{"op":["add"],"path":"/operations/*"},"invoke":"repair"}]}
            """;

    private static final Map<String, String> ANSWERS = Map.of(
            "/v1/boards",
            "{\"boards\":[{\"boardId\":\"b\",\"blueprint\":\"notes\"},{\"boardId\":\"c\",\"blueprint\":\"other\"}]}",
            "/v1/boards/b/blueprint",
            BLUEPRINT,
            "/v1/boards/c/blueprint",
            "{\"workers\":{\"critic\":{\"instruction\":\"Criticize.\\nWell.\"}}}",
            "/v1/boards/d",
            "{\"openInvocations\":[{\"invocationId\":\"i-1\",\"worker\":\"repair\",\"trigger\":{\"sequence\":1}}]}",
            "/v1/boards/d/blueprint",
            MENDING,
            "/v1/boards/d/log",
            """
            [{"type":"WorkerInvoked","invocationId":"i-1","deadline":"2026-01-01T00:00:00Z","view":{"state":{}},
              "neighbourhood":{"radius":1,"places":["/operations/a"]},
              "writes":[{"op":["replace"],"path":"/operations/a/start"}]}]
            """);

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

    @Test
    void viewOfAnInvocation_hasTheSchemaOfWhatItMayChange_notOfAllThatItsRoleMay() throws Exception {
        Tool views = new Views(api, new Contracts(api)).tool();
        JsonObject asked = (JsonObject) JsonReader.parse("{\"boardId\":\"d\",\"worker\":\"repair\"}");

        JsonPlace shown = JsonPlace.of(views.work().run(new Arguments(asked, views.properties()), CALLER));

        assertThat(shown.text("invocationId")).contains("i-1");
        assertThat(shown.into("view").isObject()).isTrue();
        JsonPlace first =
                shown.into("patchSchema").into("items").items("anyOf").get(0).into("properties");
        assertThat(first.into("path").value())
                .isEqualTo(JsonReader.parse("{\"type\":\"string\",\"enum\":[\"/operations/a/start\"]}"));
        assertThat(first.into("value").text("type")).contains("integer");
    }
}
