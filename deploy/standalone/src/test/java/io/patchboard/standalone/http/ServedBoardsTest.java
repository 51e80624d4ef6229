package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.log.LogTopics;
import io.patchboard.client.log.SampleLog;
import io.patchboard.json.Json;
import io.patchboard.standalone.cli.Cli;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The commands that show boards read the same through a server as from Kafka, and there this board alone. */
@Tag("long")
class ServedBoardsTest extends ApiRig {

    /** More than a part of a log that is asked for at a time. */
    private static final int LONG = 2_500;

    @BeforeAll
    void boards() throws Exception {
        assertThat(api.createBoard("served-1", "q-served").status()).isEqualTo(201);
        assertThat(api.createBoard("served-2", "q-served").status()).isEqualTo(201);
        for (String text : List.of("first", "second")) {
            assertThat(api.post(
                                    "/v1/boards/served-1/proposals",
                                    "{\"worker\":\"guest\",\"patch\":" + RunningApi.note(text) + "}")
                            .status())
                    .isEqualTo(200);
        }
        SampleLog log = new SampleLog("served-long").created();
        for (int count = 1; count < LONG; count++) {
            log.committed("p-" + count, "", count);
        }
        try (LogTopics topics = new LogTopics(all.bootstrapServers())) {
            topics.commit(log.entries());
        }
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                api.get("/v1/boards/served-long").json().get("sequence"))
                        .contains(Json.of(LONG)));
    }

    private Cli served(String... arguments) {
        List<String> line = new ArrayList<>(List.of(arguments));
        line.addAll(List.of("--url", api.url() + "/"));
        return Cli.run(line.toArray(String[]::new));
    }

    @Test
    void board_isShownAsFromKafka() {
        for (String[] command : new String[][] {
            {"board", "show", "served-1", "--json"},
            {"board", "state", "served-1"},
            {"board", "state", "served-1", "--version", "2"},
            {"board", "log", "served-1"},
            {"board", "log", "served-1", "--json"},
            {"board", "log", "served-long", "--json"},
            {"board", "diff", "served-1", "1", "3"},
            {"board", "why", "served-1", "3"},
            {"board", "history", "served-1", "/notes/0"},
        }) {
            Cli served = served(command);
            assertThat(served.exitCode()).as(served.err()).isZero();
            assertThat(served.lines())
                    .as(String.join(" ", command))
                    .isEqualTo(cli(command).lines());
        }
        assertThat(served("board", "log", "served-long", "--json").lines()).hasSize(LONG);
    }

    @Test
    void list_isFilteredByTheServer() {
        assertThat(served("board", "list", "--blueprint", "notes", "--worker", "guest", "--phase", "open")
                        .out())
                .contains("served-1", "served-2", "critic scribe")
                .doesNotContain("served-long");
        assertThat(served("board", "list", "--q", "SERVED-", "--limit", "2", "--json")
                        .json()
                        .toString())
                .contains("served-1", "served-2")
                .doesNotContain("served-long");
        assertThat(served("board", "list", "--label", "none=at-all", "--json")
                        .out()
                        .strip())
                .isEqualTo("[]");
    }

    @Test
    void serverWithoutRoom_isAskedAgain() throws Exception {
        FickleServer.Reply full = new FickleServer.Reply(503, "{\"detail\":\"full\"}", Map.of("Retry-After", "0"));
        try (FickleServer busy = new FickleServer(Map.of(
                "busy", (asked, nth) -> nth == 1 ? full : FickleServer.Reply.of(200, "{\"boards\":[]}"),
                "full", (asked, nth) -> full))) {
            Cli list = Cli.run("board", "list", "--json", "--url", busy.url() + "/busy");
            assertThat(list.exitCode()).as(list.err()).isZero();
            assertThat(busy.asked("busy")).hasSize(2);
            assertThat(Cli.run("board", "list", "--url", busy.url() + "/full").err())
                    .contains("it says 503: full");
        }
    }

    @Test
    void whatIsWrong_isSaid() {
        assertThat(served("board", "show", "nobody").exitCode()).isEqualTo(3);
        assertThat(served("board", "log", "nobody").err()).contains("there is none with the id");
        assertThat(served("board", "list", "--bootstrap-server", all.bootstrapServers())
                        .err())
                .contains("either --url, or --bootstrap-server");
        assertThat(Cli.run("board", "list", "--url", "here").err()).contains("http://HOST:PORT", "\"here\"");
        assertThat(Cli.run("board", "list", "--url", "http://127.0.0.1:1").err())
                .contains("Expected a server at http://127.0.0.1:1 to answer");
        assertThat(served("board", "list", "--index", "none=x").exitCode()).isZero();
    }
}
