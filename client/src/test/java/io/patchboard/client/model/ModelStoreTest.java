package io.patchboard.client.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.SampleLog;
import io.patchboard.client.model.BoardPage.Place;
import io.patchboard.client.model.ModelStore.Row;
import io.patchboard.client.model.Summary.News;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Usage;
import java.math.BigDecimal;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelStoreTest {

    private static final TopicPartition PARTITION = new TopicPartition("patchboard.committed", 3);

    @TempDir
    private Path dir;

    private ModelStore store;

    @AfterEach
    void close() {
        store.close();
    }

    private static Row row(LogEntry entry) {
        return new Row(News.of(entry), SampleLog.bytes(entry));
    }

    private void put(List<LogEntry> entries) {
        store.put(entries.stream().map(ModelStoreTest::row).toList(), 0, Map.of(PARTITION, 17L));
    }

    private List<Long> sequences(String boardId, long first) {
        List<Long> sequences = new ArrayList<>();
        store.entries(boardId, first, kept -> sequences.add(kept.sequence()));
        return sequences;
    }

    private long count(String table) {
        return store.read(tables -> {
            try (Statement statement = tables.createStatement();
                    ResultSet row = statement.executeQuery("SELECT count(*) FROM " + table)) {
                return row.getLong(1);
            }
        });
    }

    @Test
    void entries_inAnyOrderAndTwice_areOneLog() {
        store = ModelStore.open(dir);
        List<LogEntry> log = SampleLog.completed("b").entries();

        put(List.of(log.get(0), log.get(2), log.get(5)));
        put(List.of(log.get(1), log.get(3), log.get(2), log.get(4), log.get(6)));
        put(SampleLog.completed("c").entries());

        assertThat(sequences("b", 1)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
        assertThat(sequences("b", 6)).containsExactly(6L, 7L);
        assertThat(sequences("none", 1)).isEmpty();
        assertThat(store.summary("b")).get().satisfies(summary -> {
            assertThat(summary.phase()).isEqualTo(Phase.COMPLETED);
            assertThat(summary.blueprint()).contains("counter");
            assertThat(summary.sequence()).isEqualTo(7);
            assertThat(summary.version()).isEqualTo(2);
            assertThat(summary.time()).isEqualTo(log.get(6).header().time());
        });
    }

    @Test
    void boardsThatNobodyCreated_areNotListed() {
        store = ModelStore.open(dir);
        put(new SampleLog("b-2").rejected("p-1", "").entries());
        put(new SampleLog("b-3").created().entries());
        put(new SampleLog("b-1").created().entries());

        assertThat(store.page(BoardQuery.ALL, Place.FIRST, 10).boards().stream().map(Summary::boardId))
                .containsExactly("b-1", "b-3");
        assertThat(store.summary("b-2").map(Summary::phase)).contains(Phase.ABSENT);
    }

    @Test
    void list_tellsWhatEachHasCost_andWhoOwesAnAnswer_untilHeGivesIt() {
        store = ModelStore.open(dir);
        SampleLog log = new SampleLog("b").created().invoked("i-1");
        putWithFacts(log.entries());
        Summary waiting = listed(BoardQuery.ALL);
        assertThat(waiting.created()).isEqualTo(log.entries().get(0).header().time());
        assertThat(waiting.waitsFor()).containsExactly("counter");
        assertThat(listed(text("COUNTER")).boardId()).isEqualTo("b");
        assertThat(store.page(text("nobody"), Place.FIRST, 10).boards()).isEmpty();

        putWithFacts(log.rejected("p-1", "i-1").entries());
        putWithFacts(log.entries());

        assertThat(listed(BoardQuery.ALL).waitsFor()).isEmpty();
        Usage used = new Usage(3, 4, Optional.of(new BigDecimal("0.25")));
        News begun = News.of(log.entries().get(0));
        VerdictFact judged = new VerdictFact.Judged(
                9,
                0,
                "counter",
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                used.inputTokens() + used.outputTokens(),
                used.cost().orElseThrow().doubleValue());
        Summary spent = Summary.absent("b").then(begun, List.of(judged)).then(begun, List.of(judged));
        assertThat(spent.tokens()).isEqualTo(14);
        assertThat(spent.cost()).isEqualTo(0.5);
    }

    private void putWithFacts(List<LogEntry> entries) {
        store.put(
                entries.stream()
                        .map(entry -> Row.of(entry, SampleLog.bytes(entry)))
                        .toList(),
                0,
                Map.of());
    }

    private static BoardQuery text(String text) {
        return new BoardQuery(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(text),
                Optional.empty(),
                BoardQuery.Order.RECENT);
    }

    private Summary listed(BoardQuery query) {
        List<Summary> boards = store.page(query, Place.FIRST, 10).boards();
        assertThat(boards).hasSize(1);
        return boards.get(0);
    }

    @Test
    void whatWasPut_isThereAfterARestart_withWhereToGoOn() {
        store = ModelStore.open(dir);
        put(SampleLog.completed("b").entries());
        store.putTopics(Map.of("patchboard.committed", "id-1"));
        store.close();

        store = ModelStore.open(dir);

        assertThat(store.positions()).isEqualTo(Map.of(PARTITION, 17L));
        assertThat(store.topics()).isEqualTo(Map.of("patchboard.committed", "id-1"));
        assertThat(sequences("b", 1)).hasSize(7);
    }

    @Test
    void indexesThatWereLeftOut_areMadeAtTheEnd_alsoAfterARestart() {
        store = ModelStore.open(dir);
        store.begin();
        putWithFacts(SampleLog.completed("a").entries());
        put(new SampleLog("b").created().invoked("i-1").entries());
        store.close();
        store = ModelStore.open(dir);
        store.begin();
        putWithFacts(new SampleLog("c").created().invoked("i-1").entries());
        assertThat(count("sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"))
                .isZero();
        assertThat(store.count(Phase.COMPLETED)).as("for figures, at any time").isEqualTo(1);

        store.index();
        long indexes = count("sqlite_schema WHERE type = 'index' AND sql IS NOT NULL");
        store.index();
        store.begin();

        assertThat(indexes)
                .isEqualTo(count("sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"))
                .isGreaterThan(10);
        assertThat(store.page(text("COUNTER"), Place.FIRST, 10).boards()).hasSize(3);
        assertThat(store.page(BoardQuery.ALL, Place.FIRST, 10).boards()).hasSize(3);
    }

    @Test
    void fileThatIsNoDatabase_isReplaced() throws Exception {
        Files.writeString(dir.resolve("boards.sqlite"), "This is not a database. ".repeat(1_000));

        store = ModelStore.open(dir);

        assertThat(store.positions()).isEmpty();
        put(SampleLog.completed("b").entries());
        assertThat(sequences("b", 1)).hasSize(7);
        assertThat(number("PRAGMA page_size")).isEqualTo(8_192);
    }

    @Test
    void fileThatWasCut_isReplaced() throws Exception {
        store = ModelStore.open(dir);
        put(SampleLog.completed("b").entries());
        store.close();
        Path file = dir.resolve("boards.sqlite");
        try (FileChannel cut = FileChannel.open(file, StandardOpenOption.WRITE)) {
            cut.truncate(Files.size(file) / 2);
        }

        store = ModelStore.open(dir);

        assertThat(sequences("b", 1)).isEmpty();
        put(SampleLog.completed("b").entries());
        assertThat(sequences("b", 1)).hasSize(7);
    }

    private long number(String query) {
        return store.read(tables -> {
            try (Statement statement = tables.createStatement();
                    ResultSet row = statement.executeQuery(query)) {
                return row.getLong(1);
            }
        });
    }

    @Test
    void fileOfAnotherFormat_isMadeAnew() throws Exception {
        store = ModelStore.open(dir);
        put(SampleLog.completed("b").entries());
        store.close();
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + dir.resolve("boards.sqlite"));
                Statement statement = other.createStatement()) {
            statement.execute("PRAGMA user_version = 4");
        }

        store = ModelStore.open(dir);

        assertThat(store.positions()).isEmpty();
        put(SampleLog.completed("b").entries());
        assertThat(sequences("b", 1)).hasSize(7);
    }

    @Test
    void clear_forgetsAll() {
        store = ModelStore.open(dir);
        put(SampleLog.completed("b").entries());
        store.write(store.generation(), tables -> CheckpointTable.put(tables, Board.absent("b"), new byte[1]));
        long before = store.generation();

        store.clear();
        put(SampleLog.completed("c").entries());
        store.write(before, tables -> CheckpointTable.put(tables, Board.absent("c"), new byte[1]));

        assertThat(count("checkpoint")).isZero();
        assertThat(count("entry")).isEqualTo(7);
        store.clear();
        assertThat(count("verdict")).isZero();
        assertThat(store.positions()).isEmpty();
        assertThat(store.page(BoardQuery.ALL, Place.FIRST, 10).boards()).isEmpty();
        assertThat(sequences("b", 1)).isEmpty();
    }
}
