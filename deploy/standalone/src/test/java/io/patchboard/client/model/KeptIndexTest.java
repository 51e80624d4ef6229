package io.patchboard.client.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogCut;
import io.patchboard.client.log.LogTopics;
import io.patchboard.client.log.SampleLog;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.cli.PatchBoard;
import io.patchboard.standalone.jvm.ChildJvm;
import io.patchboard.standalone.run.AllInOneConfig;
import io.patchboard.standalone.run.DataDirs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a real broker, beside one who follows its log as a server does. */
@Tag("long")
class KeptIndexTest {

    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir
    private static Path data;

    private static EmbeddedBroker broker;

    @TempDir
    private Path dir;

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(data));
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static KafkaConnection connection(String prefix) {
        return new KafkaConnection(broker.bootstrapServers(), Map.of(), new Topics(prefix));
    }

    private static LogTopics topics(String prefix) {
        return new LogTopics(broker.bootstrapServers(), new Topics(prefix));
    }

    private BoardModel server(String prefix) throws Exception {
        return server(prefix, dir);
    }

    private static BoardModel server(String prefix, Path dir) throws Exception {
        BoardModel model = BoardModel.follow(connection(prefix), dir);
        model.caughtUp().get(5, TimeUnit.MINUTES);
        return model;
    }

    /** Only who reads the index finds this board. */
    private static void putInIndexAlone(String boardId, Path dir) {
        try (ModelStore store = ModelStore.open(dir)) {
            LogEntry entry = new SampleLog(boardId).created().entries().get(0);
            store.put(List.of(new ModelStore.Row(Summary.News.of(entry), SampleLog.bytes(entry))), 0, Map.of());
        }
    }

    private static List<String> ids(BoardModel model) {
        return model.list(BoardQuery.ALL, BoardPage.Place.FIRST, 100).boards().stream()
                .map(Summary::boardId)
                .toList();
    }

    @Test
    void besideItsServer_hasAllThatWasCommitted() throws Exception {
        try (LogTopics topics = topics("fresh.")) {
            topics.commit(SampleLog.completed("first").entries());
            try (BoardModel server = server("fresh.")) {
                putInIndexAlone("in-the-index-alone", dir);
                for (String next : List.of("second", "third", "fourth")) {
                    topics.commit(SampleLog.completed(next).entries());
                    try (BoardModel kept =
                            KeptIndex.open(connection("fresh."), dir, LONG).orElseThrow()) {
                        assertThat(ids(kept)).contains("first", "in-the-index-alone", next);
                        assertThat(kept.one(next, board -> board.board().sequence()))
                                .contains(7L);
                    }
                }
                assertThat(ids(server)).hasSize(5);
            }
        }
    }

    @Test
    void commandsWhereTheServerHasItsData_readItsIndex() throws Exception {
        Path index = AllInOneConfig.on(dir.resolve(DataDirs.DEFAULT)).modelDir();
        try (LogTopics topics = topics("commands.")) {
            topics.commit(SampleLog.completed("of-the-log").entries());
            try (BoardModel server = server("commands.", index)) {
                putInIndexAlone("in-the-index-alone", index);

                assertThat(command("board", "list")).contains("of-the-log", "in-the-index-alone");
                assertThat(command("board", "show", "in-the-index-alone")).contains("open");
                assertThat(command("board", "show", "of-the-lag"))
                        .contains("Did you mean \"of-the-log\"?")
                        .doesNotContain("Reading");
                topics.commit(SampleLog.completed("of-now").entries());
                assertThat(command("board", "log", "of-now")).contains("completed");
                assertThat(server.isUpToDate()).isTrue();
            }
            topics.commit(SampleLog.completed("of-later").entries());
            assertThat(command("board", "list"))
                    .contains("of-the-log", "of-later")
                    .doesNotContain("in-the-index-alone");
        }
    }

    /** What it prints, where the data directory is. */
    private String command(String... arguments) throws Exception {
        List<String> line = ChildJvm.running(PatchBoard.class, arguments);
        line.addAll(List.of("--bootstrap-server", broker.bootstrapServers(), "--prefix", "commands."));
        Process process = new ProcessBuilder(line)
                .directory(dir.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return printed;
    }

    @Test
    void behindACut_isNotTaken_andItsServerMakesItAnew() throws Exception {
        List<LogEntry> log = SampleLog.completed("b").entries();
        try (LogTopics topics = topics("cut.")) {
            topics.commit(log.subList(0, 3));
            server("cut.").close();
            topics.commit(log.subList(3, 7));
        }
        LogCut.find(connection("cut."), Map.of("b", 7L)).make(connection("cut."));

        assertThat(KeptIndex.open(connection("cut."), dir, LONG)).isEmpty();
        try (BoardModel server = server("cut.")) {
            assertThat(ids(server)).isEmpty();
        }
    }

    /** What is left then begins behind the mark of the last transaction, which is no record. */
    @Test
    void whatIsCutBehindIt_isKept() throws Exception {
        try (LogTopics topics = topics("known.")) {
            topics.commit(SampleLog.completed("b").entries());
        }
        server("known.").close();
        LogCut.find(connection("known."), Map.of("b", 7L)).make(connection("known."));

        try (BoardModel server = server("known.")) {
            assertThat(ids(server)).containsExactly("b");
        }
    }

    @Test
    void ofAnotherLog_orThatNobodyBringsUpToDate_isNotTaken() throws Exception {
        assertThat(KeptIndex.open(connection("stale."), dir)).isEmpty();
        try (LogTopics topics = topics("stale.");
                LogTopics others = topics("other.")) {
            topics.commit(SampleLog.completed("known").entries());
            others.commit(SampleLog.completed("foreign").entries());
            server("stale.").close();

            assertThat(KeptIndex.open(connection("other."), dir)).isEmpty();
            Optional<BoardModel> left = KeptIndex.open(connection("stale."), dir);
            assertThat(left.map(KeptIndexTest::ids)).contains(List.of("known"));
            left.orElseThrow().close();

            topics.commit(SampleLog.completed("unknown").entries());
            assertThat(KeptIndex.open(connection("stale."), dir)).isEmpty();
        }
    }
}
