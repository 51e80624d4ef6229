package io.patchboard.client.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.log.EntryDecoder;
import io.patchboard.client.log.SampleLog;
import io.patchboard.client.model.ModelStore.Row;
import io.patchboard.client.model.Summary.News;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.LogEntry;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folding what a store has, without a broker. */
class BoardModelTest {

    private static final long BUDGET = 400_000;

    @TempDir
    private Path dir;

    private Instant now = Instant.parse("2026-01-02T03:04:05Z");
    private ModelStore store;
    private BoardModel model;

    @BeforeEach
    void open() {
        store = ModelStore.open(dir);
        model = new BoardModel(KafkaConnection.to("127.0.0.1:1"), store, () -> now, BUDGET);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void put(List<LogEntry> entries) {
        store.put(
                entries.stream()
                        .map(entry -> new Row(News.of(entry), SampleLog.bytes(entry)))
                        .toList(),
                now.toEpochMilli(),
                Map.of());
    }

    private Optional<Json> state(String boardId) {
        return model.one(boardId, projection -> projection.board().state());
    }

    private static SampleLog large(String boardId) {
        return new SampleLog(boardId)
                .createdWith(JsonObject.builder()
                        .put("count", 0)
                        .put("text", boardId.repeat(3_000))
                        .build());
    }

    @Test
    void board_isFoldedFromItsLog_andGoesOn() {
        SampleLog log = new SampleLog("b").created().committed("p-1", "", 7);
        put(log.entries());
        assertThat(state("b")).contains(JsonReader.parse("{\"count\":7}"));

        put(log.committed("p-2", "", 8).rejected("p-3", "").entries());

        assertThat(state("b")).contains(JsonReader.parse("{\"count\":8}"));
        assertThat(model.one("b", projection -> projection.board().sequence())).contains(4L);
        assertThat(model.one("b", projection -> projection.commits())).contains(2L);
    }

    @Test
    void board_ofWhichMoreWasTold_isWaitedForUntilAllOfThatIsThere() throws Exception {
        List<LogEntry> log = new SampleLog("b")
                .created()
                .committed("p-1", "", 7)
                .committed("p-2", "", 8)
                .entries();
        put(log.subList(0, 1));
        assertThat(model.awaitTold("b")).isTrue();
        model.told(log.get(2));
        CompletableFuture<Optional<Json>> read =
                CompletableFuture.supplyAsync(this::stateAsTold, Thread::startVirtualThread);

        put(log.subList(2, 3));
        model.kept(Set.of());
        put(log.subList(1, 2));
        model.kept(Set.of());

        assertThat(read.get(5, TimeUnit.MINUTES)).contains(JsonReader.parse("{\"count\":8}"));
    }

    private Optional<Json> stateAsTold() {
        try {
            assertThat(model.awaitTold("b")).isTrue();
            return state("b");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatWasToldOfABoardThatNobodyCreated_isNotWaitedFor() throws Exception {
        model.told(new SampleLog("b").rejected("p-1", "").entries().get(0));

        assertThat(model.awaitTold("b")).isTrue();
    }

    @Test
    void whatWasToldOfABoardWhoseBeginningIsGone_isNotWaitedFor() throws Exception {
        List<LogEntry> log = new SampleLog("b")
                .created()
                .committed("p-1", "", 7)
                .rejected("p-2", "")
                .entries();
        long beforeAllThatIsRead = model.follower().complete() - 1;
        store.put(List.of(Row.of(log.get(2), SampleLog.bytes(log.get(2)))), beforeAllThatIsRead, Map.of());
        model.told(log.get(2));

        assertThat(model.awaitTold("b")).isTrue();
        assertThat(state("b")).isEmpty();
    }

    /** Of another log, a board may have the same id. */
    @Test
    void boardsThatWereFolded_areForgottenWithTheStore() {
        put(new SampleLog("b")
                .created()
                .committed("p-1", "", 7)
                .rejected("p-2", "")
                .entries());
        assertThat(state("b")).contains(JsonReader.parse("{\"count\":7}"));

        store.clear();
        assertThat(state("b")).isEmpty();
        put(new SampleLog("b").created().committed("p-1", "", 8).entries());

        assertThat(state("b")).contains(JsonReader.parse("{\"count\":8}"));
        assertThat(model.keptBoards()).isEqualTo(1);
    }

    @Test
    void boardsThatNobodyCreated_takeNoHeap() {
        for (int i = 0; i < 3_000; i++) {
            put(new SampleLog("b-" + i).rejected("p-" + i, "").entries());
            assertThat(state("b-" + i)).isEmpty();
        }

        assertThat(model.keptBoards()).isZero();
        assertThat(model.keptBytes()).isZero();
        assertThat(model.list(BoardQuery.ALL, BoardPage.Place.FIRST, 10).boards())
                .isEmpty();
        List<Long> log = new ArrayList<>();
        model.logs().read("b-2999", 1, entry -> log.add(entry.sequence()));
        assertThat(log).containsExactly(1L);
    }

    @Test
    void largeBoards_keepTheBudget_andAreReadRightAfterTheyWereDropped() {
        for (int i = 10; i < 50; i++) {
            put(large("b-" + i).entries());
        }
        for (int round = 0; round < 2; round++) {
            for (int i = 10; i < 50; i++) {
                assertThat(state("b-" + i).orElseThrow().toString()).contains(("b-" + i).repeat(3_000));
                assertThat(model.keptBytes()).isBetween(1L, BUDGET);
            }
        }
        assertThat(model.keptBoards()).isBetween(1, 39);
    }

    @Test
    void oneBoardOverTheBudget_isReadAndKeptAlone() {
        put(new SampleLog("a").created().entries());
        put(large("b".repeat(200)).entries());
        assertThat(state("a")).isPresent();

        assertThat(state("b".repeat(200))).isPresent();

        assertThat(model.keptBoards()).isEqualTo(1);
        assertThat(state("a")).contains(JsonReader.parse("{\"count\":0}"));
        assertThat(model.keptBytes()).isLessThan(BUDGET);
    }

    @Test
    void everyVersion_canBeRead() {
        put(new SampleLog("b")
                .created()
                .committed("p-1", "", 7)
                .rejected("p-2", "")
                .committed("p-3", "", 8)
                .entries());

        for (long version = 1; version <= 3; version++) {
            assertThat(model.at("b", version, projection -> projection.board().state()))
                    .contains(JsonObject.of("count", Json.of(List.of(0L, 7L, 8L).get((int) version - 1))));
        }
        assertThat(model.at("b", 2, projection -> projection.board().sequence()))
                .contains(3L);
        assertThat(model.at("b", 0, projection -> projection.board().state())).isEmpty();
        assertThat(model.at("b", 4, projection -> projection.board().state())).isEmpty();
        assertThat(model.at("none", 1, projection -> projection.board().state()))
                .isEmpty();
    }

    @Test
    void entryThatIsMissing_isWaitedFor_andThenPassedOver() {
        List<LogEntry> log = SampleLog.completed("b").entries();
        now = Instant.ofEpochMilli(model.follower().complete());
        put(List.of(log.get(0), log.get(1), log.get(3), log.get(6)));

        assertThat(model.one("b", projection -> projection.board().sequence())).contains(2L);
        assertThat(model.one("b", projection -> projection.damage())).contains(Optional.empty());

        now = now.plusSeconds(60);

        assertThat(model.one("b", projection -> projection.damage().orElse("")))
                .get()
                .asString()
                .contains("Expected sequence 3");

        put(List.of(log.get(2), log.get(4), log.get(5)));

        assertThat(model.one("b", projection -> projection.board().phase())).contains(Phase.COMPLETED);
        assertThat(model.one("b", projection -> projection.damage())).contains(Optional.empty());
    }

    /** Where a topic's partition has lost its leader, what stands in it is not lost. */
    @Test
    void entryThatMayStillCome_isWaitedFor_howeverLongThatTakes() {
        List<LogEntry> log = SampleLog.completed("b").entries();
        put(List.of(log.get(0), log.get(1), log.get(3)));
        now = now.plusSeconds(60);

        assertThat(model.one("b", BoardProjection::damage)).contains(Optional.empty());
        put(List.of(log.get(2)));
        assertThat(model.one("b", projection -> projection.board().sequence())).contains(4L);
    }

    @Test
    void whoMustBeToldEachEntry_waitsUntilAllThatWasWrittenBeforeIsRead() {
        List<LogEntry> log = SampleLog.completed("b").entries();
        AtomicLong complete = new AtomicLong(-1);
        BoardLogs logs =
                new BoardLogs(store, EntryDecoder.of(KafkaConnection.to("127.0.0.1:1")), () -> now, complete::get);
        put(List.of(log.get(0), log.get(1), log.get(3)));
        complete.set(now.toEpochMilli() - 1);
        now = now.plusSeconds(60);

        assertThat(all(logs)).containsExactly(1L, 2L);
        complete.set(now.toEpochMilli());
        assertThat(all(logs)).containsExactly(1L, 2L, 4L);
        put(List.of(log.get(2)));
        assertThat(all(logs)).containsExactly(1L, 2L, 3L, 4L);
    }

    private static List<Long> all(BoardLogs logs) {
        List<Long> sequences = new ArrayList<>();
        logs.all("b", 1, any -> true, entry -> sequences.add(entry.sequence()));
        return sequences;
    }
}
