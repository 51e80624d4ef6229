package io.patchboard.standalone.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.LogTopics;
import io.patchboard.client.log.SampleLog;
import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said where not all logs are there, or can be read. Each test has topics of its own. */
class PartialLogsTest {

    @TempDir
    static Path dir;

    private static EmbeddedBroker broker;

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir.resolve("broker")));
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static Cli run(Topics topics, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--bootstrap-server", broker.bootstrapServers(), "--prefix", topics.prefix()));
        return Cli.run(all.toArray(String[]::new));
    }

    private static Cli verify(Topics topics, String... more) {
        List<String> args = new ArrayList<>(List.of("replay", "--verify"));
        args.addAll(List.of(more));
        return run(topics, args.toArray(String[]::new));
    }

    private static Json at(Cli cli, String pointer) {
        return JsonPointer.parse(pointer).resolve(cli.json()).orElseThrow();
    }

    private static void write(Topics topics, List<LogEntry> entries) {
        try (LogTopics log = new LogTopics(broker.bootstrapServers(), topics)) {
            log.commit(entries);
        }
    }

    @Test
    void boardWithARecordThatCannotBeRead_isLeftOut_andTheOthersAreChecked() throws Exception {
        Topics topics = new Topics("partly.");
        write(topics, SampleLog.completed("good").entries());
        List<LogEntry> bad = SampleLog.completed("bad").rejected("p-9", "").entries();
        write(topics, bad.subList(0, bad.size() - 1));
        write(topics, new SampleLog("fork").forkOf(bad.getLast(), 1).ended().entries());
        Path anchors = dir.resolve("partly.jsonl");
        Files.writeString(anchors, run(topics, "anchor", "--json").out());
        try (LogTopics log = new LogTopics(broker.bootstrapServers(), topics)) {
            log.commit(topics.committed(), "bad", "\0\0\0\0\7some Avro");
        }

        Cli partly = verify(topics, "--anchor", anchors.toString());
        assertThat(partly.exitCode()).as(partly.out() + partly.err()).isEqualTo(1);
        assertThat(partly.out()).contains("2 boards", "0 differences", "The log of bad could not", "not all could be");
        assertThat(partly.err()).contains("1 record was", "schema.registry.url").hasLineCount(1);
        Cli json = verify(topics, "--json");
        assertThat(at(json, "/identical")).isEqualTo(Json.of(false));
        assertThat(at(json, "/unread")).hasToString("[\"bad\"]");
        assertThat(at(json, "/missingOrigins")).hasToString("[\"bad\"]");
        assertThat(at(json, "/results/0/boardId")).isEqualTo(Json.of("fork"));

        write(topics, new SampleLog("worse").created().impossible("p-1").entries());
        assertThat(verify(topics).exitCode()).isEqualTo(5);
        assertThat(verify(topics, "bad").err()).contains("1 record was");
    }

    /** It may have been archived and cut since. */
    @Test
    void forkOfABoardWhoseLogIsNotThere_isIdentical_ofOneThatIsShorter_differs() {
        LogEntry third = SampleLog.completed("origin").entries().get(2);
        Topics topics = new Topics("forks.");
        write(topics, new SampleLog("fork").forkOf(third, 1).ended().entries());

        Cli without = verify(topics);
        assertThat(without.exitCode()).as(without.out()).isZero();
        assertThat(without.out()).contains("No whole log of origin, so where boards go on from it");
        assertThat(at(verify(topics, "fork", "--json"), "/missingOrigins")).hasToString("[\"origin\"]");

        write(topics, new SampleLog("origin").created().entries());
        Cli shorter = verify(topics);
        assertThat(shorter.exitCode()).as(shorter.out()).isEqualTo(5);
        assertThat(shorter.out()).contains("fork #1 origin: Expected entry 3 of board origin", "no such entry");
    }

    /** Whoever speaks to a board that was cut is told that it has ended: its log is that rejection alone. */
    @Test
    void boardsThatHangOnWhatWasCut_areNotCalledWrong_becauseSomebodySpokeToItSince() {
        Topics topics = new Topics("spoken.");
        List<LogEntry> origin =
                SampleLog.completed("origin").rejected("p-late", "").entries();
        write(topics, new SampleLog("fork").forkOf(origin.get(2), 1).ended().entries());
        write(topics, new SampleLog("child").createdFor("parent", "inv-1").entries());
        List<LogEntry> parent =
                SampleLog.completed("parent").rejected("p-late", "").entries();
        write(topics, List.of(origin.getLast()));
        write(topics, List.of(parent.getLast()));

        Cli all = verify(topics);
        assertThat(all.exitCode()).as(all.out()).isEqualTo(5);
        assertThat(all.out())
                .contains(
                        "origin #8 sequence: Expected 1",
                        "parent #8 sequence: Expected 1",
                        "No whole log of origin, so where boards go on from it",
                        "No whole log of parent, so what boards brought along")
                .doesNotContain("fork #", "child #");
        for (String board : List.of("fork", "child")) {
            Cli one = verify(topics, board);
            assertThat(one.exitCode()).as(one.out()).isZero();
            assertThat(one.out()).contains("is not checked");
        }
    }

    /** Whoever goes on from it is not called wrong for what may have stood there, and it is told itself. */
    @Test
    void lineOfAnArchiveThatIsNoEntry_isToldByFileAndLine_andNothingIsBuiltOnItsLog() throws Exception {
        Topics topics = new Topics("damaged.");
        List<LogEntry> origin = SampleLog.completed("origin").entries();
        write(topics, origin);
        write(topics, SampleLog.completed("parent").entries());
        Path archive = dir.resolve("archive");
        String at = archive.toString();
        assertThat(run(topics, "archive", "--to", at, "--cut").out()).contains("2 logs removed");
        write(topics, new SampleLog("fork").forkOf(origin.get(2), 1).ended().entries());
        write(topics, new SampleLog("child").createdFor("parent", "inv-1").entries());
        Path file = archive.resolve("origin.jsonl");
        Path above = archive.resolve("parent.jsonl");

        for (String pattern : List.of("\n.*\n", "^.*\n")) {
            for (Path one : List.of(file, above)) {
                Files.writeString(one, Files.readString(one).replaceFirst(pattern, "\nnothing\n"));
            }
            Cli all = verify(topics, "--archive", at);
            assertThat(all.exitCode()).as(all.out() + all.err()).isEqualTo(5);
            assertThat(all.out())
                    .contains("line 2 of " + file, "line 2 of " + above, "origin #3", "No whole log of origin")
                    .doesNotContain("fork #", "child #");
            for (String board : List.of("fork", "child")) {
                Cli one = verify(topics, board, "--archive", at);
                assertThat(one.exitCode()).as(one.out() + one.err()).isZero();
                assertThat(one.out()).contains("No whole log of " + (board.equals("fork") ? "origin" : "parent"));
            }
        }
        assertThat(run(topics, "board", "show", "origin", "--archive", at).err())
                .contains("Expected an archived entry in line 1 of " + file + ", but it is none.");
    }
}
