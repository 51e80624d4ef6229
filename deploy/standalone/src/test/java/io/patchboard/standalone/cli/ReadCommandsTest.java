package io.patchboard.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.LogTopics;
import io.patchboard.client.log.SampleLog;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.BoardReopened;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Requested;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that read, on logs written by hand. */
class ReadCommandsTest {

    @TempDir
    static Path dir;

    private static EmbeddedBroker broker;

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir));
        try (LogTopics topics = new LogTopics(broker.bootstrapServers())) {
            topics.commit(SampleLog.completed("done").entries());
            topics.commit(new SampleLog("open").created().invoked("i-1").entries());
            topics.commit(new SampleLog("never").rejected("p-1", "").entries());
            topics.commit(new SampleLog("damaged").created().impossible("p-1").entries());
        }
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static Cli run(String... args) {
        List<String> all = new ArrayList<>(Arrays.asList(args));
        all.addAll(List.of("--bootstrap-server", broker.bootstrapServers()));
        return Cli.run(all.toArray(String[]::new));
    }

    private static Json at(Json document, String pointer) {
        return JsonPointer.parse(pointer).resolve(document).orElseThrow();
    }

    @Test
    void list_namesBoards_andNotIdsThatWereNeverCreated() {
        Cli json = run("board", "list", "--json");
        assertThat(json.exitCode()).as(json.err()).isZero();
        assertThat((JsonArray) json.json())
                .extracting(board -> at(board, "/boardId"))
                .containsExactly(Json.of("damaged"), Json.of("done"), Json.of("open"));
        assertThat(at(json.json(), "/2")).isEqualTo(JsonReader.parse("""
                                {"boardId":"open","blueprint":"counter","phase":"open","version":1,"sequence":2,
                                 "openInvocations":1,"decisions":0,"lastActivity":"2026-01-02T03:04:07.000Z"}
                                """));
        assertThat(json.err()).contains("1 log of ids that were never created");
        assertThat(run("board", "list").lines()).hasSize(4).last().asString().contains("counter", "open");
    }

    @Test
    void show_tellsCountsSpendingAndEnd() {
        Json shown = run("board", "show", "done", "--json").json();

        assertThat(at(shown, "/phase")).isEqualTo(Json.of("completed"));
        assertThat(at(shown, "/counts")).isEqualTo(JsonReader.parse("""
                                {"commits":1,"rejections":2,"rejectionsByStage":{"AUTHORIZATION":2},
                                 "invocations":2,"invocationsByWorker":{"counter":2}}
                                """));
        assertThat(at(shown, "/end/result")).isEqualTo(JsonReader.parse("{\"count\":1}"));
        assertThat(run("board", "show", "open").out()).contains("counter by again at /count, attempt 1", "1 of 1000");
        assertThat(run("board", "show", "damaged").out())
                .contains("damaged at sequence 2", "The patch does not apply: Expected ")
                .doesNotContain("PathMissing");
    }

    @Test
    void state_isJson_ofAnyVersion() {
        assertThat(run("board", "state", "done").json()).isEqualTo(JsonReader.parse("{\"count\":1}"));
        assertThat(run("board", "state", "done", "--version", "1", "--json").json())
                .isEqualTo(JsonReader.parse("{\"count\":0}"));
        Cli outside = run("board", "state", "done", "--version", "3");
        assertThat(outside.exitCode()).isEqualTo(1);
        assertThat(outside.err()).contains("from 1 to 2", "got 3");
    }

    @Test
    void log_isTheRecordsAsTheyAre_orLinesThatAreSafeToPrint() {
        List<String> written = SampleLog.completed("done").entries().stream()
                .map(entry -> new String(SampleLog.bytes(entry), StandardCharsets.UTF_8))
                .toList();

        assertThat(run("board", "log", "done", "--json").lines()).isEqualTo(written);
        Cli people = run("board", "log", "done");
        assertThat(people.lines()).hasSize(8).last().asString().endsWith("version 2, state 6aea6dfe6561…");
        assertThat(people.lines().get(2)).contains("✓ counter", "v2", "~ /count 1");
        assertThat(people.out()).doesNotContain("\u001b");
        assertThat(run("board", "log", "never").lines()).hasSize(1);
        List<String> alas = run("board", "log", "done", "--as", "alas").lines();
        assertThat(alas).hasSameSizeAs(written);
        assertThat(alas.get(0)).contains("\"eventType\":\"Start\"", "\"nodeId\":\"board\"", "\"payload\":{\"type\":");
        assertThat(alas.get(alas.size() - 1)).contains("\"eventType\":\"Succeed\"");
        assertThat(run("board", "log", "done", "--as", "alas", "--json").lines())
                .isEqualTo(alas);
    }

    @Test
    void log_ofARecordOnSeveralLines_isOneLine_withMembersThatAreUnknownHere() {
        LogEntry entry = new SampleLog("spaced").created().entries().get(0);
        JsonObject written = entry.toJson().with("later", Json.of("kept"));
        Topics spaced = new Topics("spaced.");
        try (LogTopics topics = new LogTopics(broker.bootstrapServers(), spaced)) {
            topics.commit(spaced.committed(), "spaced", JsonWriter.pretty(written));
        }

        assertThat(run("board", "log", "spaced", "--json", "--prefix", "spaced.")
                        .lines())
                .containsExactly(JsonWriter.compact(written));
    }

    @Test
    void log_isFilteredBySequenceAndKind() {
        List<String> whole = run("board", "log", "done", "--json").lines();

        assertThat(run("board", "log", "done", "--json", "--from", "2", "--to", "3")
                        .lines())
                .isEqualTo(whole.subList(1, 3));
        assertThat(run("board", "log", "done", "--json", "--kind", "PatchCommitted", "--follow")
                        .lines())
                .singleElement()
                .isEqualTo(whole.get(2));
        assertThat(run("board", "log", "done", "--from", "900").lines()).isEmpty();
        for (List<String> bad : List.of(
                List.of("--from", "0"), List.of("--from", "3", "--to", "2"), List.of("--to", "2", "--follow"))) {
            List<String> command = new ArrayList<>(List.of("board", "log", "done"));
            command.addAll(bad);
            assertThat(run(command.toArray(String[]::new)).exitCode()).isEqualTo(1);
        }
        Cli misspelt = run("board", "log", "done", "--kind", "PatchCommited");
        assertThat(misspelt.exitCode()).isEqualTo(1);
        assertThat(misspelt.err()).contains("Did you mean \"PatchCommitted\"?");
    }

    @Test
    void watch_looksOnUntilTheEnd_andSaysHowItWas() {
        Cli done = run("board", "watch", "done", "--json");
        assertThat(done.exitCode()).as(done.err()).isZero();
        assertThat(done.lines()).hasSize(8).last().asString().contains("Summary", "BoardCompleted");
        assertThat(run("board", "watch", "done").out().strip()).isEqualTo("{\n  \"count\": 1\n}");

        Cli open = run("board", "watch", "open", "--timeout", "5s");
        assertThat(open.exitCode()).isEqualTo(1);
        assertThat(open.err()).contains("counter", "within 5 s", "it has not");
        assertThat(run("board", "watch", "nobody").exitCode()).isEqualTo(3);
        assertThat(run("board", "watch", "done", "--timeout", "PT0.001S").err())
                .contains("within 0.001 s", "raise --timeout")
                .doesNotContain("it has not");
    }

    @Test
    void boardThatWasReopened_isFollowedToItsEndOfNow() {
        String[] where = {"--prefix", "again."};
        try (LogTopics topics = new LogTopics(broker.bootstrapServers(), new Topics("again."))) {
            topics.commit(reopened("going").entries());
            topics.commit(reopened("over").committed("p-1", "", 5).ended().entries());
        }

        Cli going = run("board", "watch", "going", "--timeout", "5s", where[0], where[1]);
        assertThat(going.exitCode()).as(going.err()).isEqualTo(1);
        assertThat(going.err()).contains("reopened", "it has not");
        Cli over = run("board", "watch", "over", where[0], where[1]);
        assertThat(over.exitCode()).as(over.err()).isZero();
        assertThat(over.out()).contains("\"count\": 5");
        assertThat(run("board", "log", "over", "--follow", "--json", where[0], where[1])
                        .lines())
                .hasSize(5);
    }

    private static SampleLog reopened(String board) {
        Requested asked = new Requested("c-2", Optional.empty(), Optional.empty());
        return new SampleLog(board).created().ended().add(new BoardReopened(asked, List.of(), List.of()));
    }

    @Test
    void log_followed_endsWithTheBoard() {
        Cli followed = run("board", "log", "done", "--follow", "--json");

        assertThat(followed.exitCode()).as(followed.err()).isZero();
        assertThat(followed.lines())
                .isEqualTo(run("board", "log", "done", "--json").lines());
        assertThat(run("board", "log", "never", "--follow").exitCode()).isEqualTo(3);
        Cli unserved = Cli.run("board", "log", "done", "--follow", "--data-dir", dir.toString());
        assertThat(unserved.err()).contains("running server to follow");
    }

    @Test
    void diff_isAPatch_orLines() {
        assertThat(run("board", "diff", "done", "1", "2", "--json").json())
                .isEqualTo(JsonReader.parse("[{\"op\":\"replace\",\"path\":\"/count\",\"value\":1}]"));
        assertThat(run("board", "diff", "done", "2", "1").lines()).containsExactly("~ /count 1 -> 0");
    }

    @Test
    void unknownBoard_isExitCode3_andSaysWhichKindOfUnknown() {
        for (String command : List.of("show", "state", "log")) {
            assertThat(run("board", command, "nobody").exitCode()).isEqualTo(3);
        }
        assertThat(run("board", "diff", "nobody", "1", "2").exitCode()).isEqualTo(3);
        assertThat(run("replay", "nobody").exitCode()).isEqualTo(3);
        Cli never = run("board", "show", "never");
        assertThat(never.exitCode()).isEqualTo(3);
        assertThat(never.err()).contains("never created", "one rejection");
    }

    @Test
    void misspeltBoard_isAskedAbout() {
        for (String[] command : new String[][] {
            {"board", "show", "opne"},
            {"board", "state", "opne"},
            {"board", "log", "opne"},
            {"board", "log", "opne", "--follow"},
            {"board", "watch", "opne"},
            {"board", "diff", "opne", "1", "2"},
            {"replay", "opne"},
        }) {
            Cli misspelt = run(command);
            assertThat(misspelt.exitCode()).isEqualTo(3);
            assertThat(misspelt.err()).contains("\"opne\".", "Did you mean \"open\"?");
        }
        assertThat(run("board", "show", "nobody").err()).doesNotContain("Did you mean");
    }

    @Test
    void replay_ofAnHonestBoard_isIdentical() {
        Cli one = run("replay", "done", "--verify", "--json");
        assertThat(one.exitCode()).as(one.out() + one.err()).isZero();
        assertThat(at(one.json(), "/identical")).isEqualTo(Json.of(true));
        assertThat(at(one.json(), "/entries")).isEqualTo(Json.of(7));

        Cli until = run("replay", "done", "--until", "2", "--json");
        assertThat(at(until.json(), "/results/0/stateHash"))
                .isEqualTo(SampleLog.completed("done")
                        .entries()
                        .get(0)
                        .toJson()
                        .get("stateHash")
                        .orElseThrow());
        assertThat(run("replay", "done", "--until", "8").exitCode()).isEqualTo(1);
        assertThat(run("replay", "never", "--verify").exitCode()).isZero();
    }

    @Test
    void replay_ofADamagedLog_differs() {
        Cli all = run("replay", "--verify", "--json");

        assertThat(all.exitCode()).isEqualTo(5);
        assertThat(at(all.json(), "/boards")).isEqualTo(Json.of(3));
        assertThat(at(all.json(), "/differences/0/board")).isEqualTo(Json.of("damaged"));
        assertThat(at(all.json(), "/differences/0/field")).isEqualTo(Json.of("entry"));
        assertThat(at(all.json(), "/logsWithoutBoard")).isEqualTo(JsonReader.parse("[\"never\"]"));
        assertThat(run("replay").lines())
                .last()
                .asString()
                .contains("3 boards and 1 log of ids without a board (never)", "differs");
    }

    @Test
    void dataDirectoryInUse_isOneSentence() {
        Cli cli = Cli.run("replay", "--data-dir", dir.toString());

        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.err()).contains("in use").hasLineCount(1);
    }

    @Test
    void whoWaits_isTold_thatTheLogNeedsARegistry() throws Exception {
        Topics wire = new Topics("wire.");
        try (LogTopics topics = new LogTopics(broker.bootstrapServers(), wire)) {
            topics.commit(wire.committed(), "b", "\0\0\0\0\5x");
            topics.commit(wire.proposals(), "other", "{}");
        }
        Path patch = Files.writeString(dir.resolve("patch.json"), "[]");
        for (String[] waiting : new String[][] {
            {"propose", "--board", "b", "--worker", "w", "--patch", patch.toString(), "--proposal-id", "p-1"},
            {"run", "../../examples/hello-summary", "--board", "b", "--no-workers"},
        }) {
            List<String> all = new ArrayList<>(Arrays.asList(waiting));
            all.addAll(List.of("--prefix", wire.prefix(), "--timeout", "5m"));
            Cli cli = run(all.toArray(String[]::new));
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.err()).contains("wire.committed-", "schema.registry.url");
        }
    }
}
