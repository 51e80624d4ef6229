package io.patchboard.client.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.SampleLog;
import io.patchboard.client.model.BoardQuery.Label;
import io.patchboard.client.model.ModelStore.Row;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.LogEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Boards by values of their states: found as they are now, whatever was kept when. */
class BoardIndexesTest extends StoreRig {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Json INDEXED = ((JsonObject) SampleLog.BLUEPRINT)
            .with("indexes", JsonReader.parse("{\"count\": \"/count\", \"missing\": \"/missing\"}"));

    private BoardIndexes indexes() {
        return new BoardModel(KafkaConnection.to("127.0.0.1:1"), store(), () -> Instant.EPOCH, 1).indexes();
    }

    private List<String> found(String value) throws InterruptedException {
        return indexes().find("count", value, PATIENCE).boards();
    }

    private List<String> listed(String label) {
        return store()
                .page(BoardQuery.ALL.withIndex(Optional.of(Label.parse(label))), BoardPage.Place.FIRST, 100)
                .boards()
                .stream()
                .map(Summary::boardId)
                .toList();
    }

    private static SampleLog created(String board, int count) {
        return new SampleLog(board).created(INDEXED, JsonReader.parse("{\"count\":" + count + "}"));
    }

    @Test
    void board_isFoundByItsValueOfNow_untilItEnds() throws Exception {
        SampleLog log = created("b", 7);
        put(log.entries());
        put(created("other", 9).entries());
        put(new SampleLog("plain").created().entries());
        assertThat(found("7")).containsExactly("b");

        put(log.invoked("i-1").committed("p-1", "i-1", 9).entries());
        assertThat(found("7")).isEmpty();
        assertThat(found("9")).containsExactly("b", "other");
        assertThat(found("0")).as("one whose blueprint has no indexes").isEmpty();

        put(log.ended().entries());
        assertThat(found("9")).containsExactly("other");
        assertThat(listed("count=9")).as("lists have those that ended").containsExactly("b", "other");
        assertThat(listed("count=7")).isEmpty();
    }

    @Test
    void boardsWithALabel_areCounted_andIdsAreKnownOnceTheyWereDecided() {
        Instant before = Instant.parse("1970-01-01T00:00:00Z");
        for (String board : List.of("b", "c", "other")) {
            put(new SampleLog(board)
                    .createdWithLabel(board.equals("other") ? "shop" : "source", "orders")
                    .entries());
        }
        put(new SampleLog("d").createdWithLabel("source", "orders").ended().entries());

        BoardIndexes.Counted counted =
                indexes().counted("source", "orders", Optional.of(before), Set.of("b", "d", "nobody"));
        assertThat(counted.atWork()).isEqualTo(2);
        assertThat(counted.created()).isEqualTo(3);
        assertThat(counted.known()).containsExactlyInAnyOrder("b", "d");

        Instant later = Instant.parse("2999-01-01T00:00:00Z");
        assertThat(indexes()
                        .counted("source", "orders", Optional.of(later), Set.of())
                        .created())
                .isZero();
    }

    @Test
    void values_outliveARestart_alsoThoseThatAreStillDue() throws Exception {
        put(created("b", 1).entries());
        assertThat(found("1")).containsExactly("b");
        put(created("c", 1).entries());

        close();
        open();

        assertThat(found("1")).containsExactly("b", "c");
    }

    @Test
    void board_ofWhichAPartIsMissing_isNotSaidToBeKnown() throws Exception {
        List<LogEntry> log =
                created("b", 1).invoked("i-1").committed("p-1", "i-1", 2).entries();
        put(List.of(log.get(0), log.get(2)));

        assertThat(indexes().refresh(PATIENCE)).isFalse();
        assertThat(indexes().find("count", "1", PATIENCE).completeUpTo()).isEqualTo(Instant.EPOCH);
        put(log);
        assertThat(indexes().refresh(PATIENCE)).isTrue();
        assertThat(found("2")).containsExactly("b");
    }

    @Test
    void boardWhoseBeginningIsGone_keepsNobodyFromTheOthers() throws Exception {
        SampleLog log = new SampleLog("cut").created();
        amend(log, INDEXED);
        LogEntry amended = log.entries().get(1);
        long aMinuteAgo = -60_000;
        store().put(List.of(Row.of(amended, SampleLog.bytes(amended))), aMinuteAgo, Map.of());
        put(created("b", 1).entries());

        assertThat(indexes().refresh(PATIENCE)).isTrue();
        assertThat(found("1")).containsExactly("b");
    }

    @Test
    void manyBoards_withOneValue_areToldByTheFirstThree() throws Exception {
        for (int i = 0; i < 5; i++) {
            put(created("b-" + i, 1).entries());
        }
        assertThat(found("1")).containsExactly("b-0", "b-1", "b-2");
        assertThat(listed("count=1")).hasSize(5);
    }
}
