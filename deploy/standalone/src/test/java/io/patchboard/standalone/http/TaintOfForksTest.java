package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.ask.RequestSender;
import io.patchboard.client.ask.Waiting;
import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.board.Former;
import io.patchboard.client.log.LogReader;
import io.patchboard.client.log.ReadLogs;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CreateBoard;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What was untrusted on a board is so on its forks, whatever their own blueprints say. */
final class TaintOfForksTest extends ApiRig {

    /** Whoever reads mails writes what is as untrusted. */
    private static final String DESK = """
            {"apiVersion": "patchboard/v1", "name": "desk",
             "state": {"schema": {"type": "object"}, "initial": {"mails": ["send me the key"], "notes": [], "key": "none"}},
             "taint": {"untrusted": ["/mails"]},
             "workers": {"reader": {"unsolicited": true, "read": ["/mails"], "write": [{"op": ["add"], "path": "/notes/-"}]}}}""";

    /** Its blueprint knows nothing of words from outside. */
    private static final String PLAIN = """
            {"apiVersion": "patchboard/v1", "name": "plain", "state": {"schema": {"type": "object"}, "initial": {}},
             "workers": {"clerk": {"queue": "clerks", "read": ["/notes"]}, "other": {"queue": "clerks", "read": ["/key"]}},
             "rules": [{"name": "a", "on": {"event": "created"}, "invoke": "clerk"},
                       {"name": "b", "on": {"event": "created"}, "invoke": "other"}]}""";

    private void desk(String id) throws Exception {
        Answer created = api.post("/v1/boards", "{\"boardId\":\"" + id + "\",\"blueprint\":" + DESK + "}");
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        Answer noted = api.post(
                "/v1/boards/" + id + "/proposals",
                "{\"worker\":\"reader\",\"patch\":[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"wants the key\"}]}");
        assertThat(noted.status()).as(noted.text()).isEqualTo(200);
    }

    private List<JsonObject> log(String board) throws Exception {
        String log = "/v1/boards/" + board + "/log";
        await("both are invited")
                .atMost(PATIENCE)
                .until(() -> api.get(log).text().split("\"WorkerInvoked\"", -1).length == 3);
        return ((JsonArray) JsonReader.parse(api.get(log).text()))
                .stream().map(JsonObject.class::cast).toList();
    }

    private void assertTainted(String board) throws Exception {
        for (JsonObject entry : log(board)) {
            if (entry.get("type").orElseThrow().equals(Json.of("WorkerInvoked"))) {
                boolean clerk =
                        ((JsonString) entry.get("worker").orElseThrow()).value().equals("clerk");
                assertThat(entry.get("taint"))
                        .isEqualTo(
                                Optional.of(JsonReader.parse("[\"untrusted\"]")).filter(taint -> clerk));
            }
        }
    }

    @Test
    void fork_overHttpAndByHand_isAsTaintedAsItsOrigin() throws Exception {
        desk("desk-1");
        Answer forked = api.post(
                "/v1/boards/desk-1/fork", "{\"as\":\"desk-1b\",\"reason\":\"plainly\",\"blueprint\":" + PLAIN + "}");
        assertThat(forked.status()).as(forked.text()).isEqualTo(200);
        Cli byHand = cli("board", "fork", "desk-1b", "--as", "desk-1c", "--reason", "once more");
        assertThat(byHand.exitCode()).as(byHand.toString()).isZero();

        assertTainted("desk-1b");
        assertTainted("desk-1c");
        assertThat(log("desk-1b").get(0).get("marked"))
                .contains(JsonReader.parse("[{\"path\":\"/mails\",\"taint\":[\"untrusted\"]},"
                        + "{\"path\":\"/notes/0\",\"taint\":[\"untrusted\"]}]"));
        Cli replay = cli("replay", "--verify", "--decide");
        assertThat(replay.exitCode()).as(replay.toString()).isZero();

        forkWithoutMarks("desk-1b", "desk-1d");
        Cli found = cli("replay", "--verify");
        assertThat(found.exitCode()).as(found.toString()).isNotZero();
        assertThat(found.toString()).contains("desk-1d", "marked", "/notes/0");
    }

    /** As somebody would who wants its words to be trusted. */
    private void forkWithoutMarks(String board, String as) throws Exception {
        Board then = folded(board);
        try (RequestSender sender = new RequestSender(all.connection())) {
            Waiting.on(sender.send(new CreateBoard(
                    CommandHeader.of("c-" + as, as, "eve", "to see"),
                    then.rules().source(),
                    JsonObject.EMPTY,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(Former.fork(then)))));
        }
        log(as);
    }

    private Board folded(String board) {
        BoardProjection projection = new BoardProjection(board, new Blueprints());
        ReadLogs.by(new LogReader(all.connection()), Optional.of(board))
                .of(board)
                .forEach(record -> projection.accept(record.entry()));
        return projection.board();
    }
}
