package io.patchboard.client.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.log.SampleLog;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.LogEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Boards of thousands of entries, read with checkpoints and without. */
class CheckpointsTest extends StoreRig {

    private static final int ROUNDS = 1_300;

    private final List<LogEntry> log = entries();

    private static List<LogEntry> entries() {
        SampleLog log = new SampleLog("b").created();
        for (int i = 0; i < ROUNDS; i++) {
            log.invoked("i-" + i).outage("o-" + i, "i-" + i, "Away.").committed("p-" + i, "i-" + i, i);
        }
        log.invoked("last").outage("p-last", "last", "Away.");
        return log.entries();
    }

    /** As after a start: no board is kept as an object. */
    private BoardModel fresh() {
        return new BoardModel(KafkaConnection.to("127.0.0.1:1"), store(), Instant::now, 1);
    }

    private long checkpoints() {
        return count("SELECT count(*) FROM checkpoint");
    }

    private long count(String query) {
        return store().read(tables -> {
            try (var statement = tables.createStatement();
                    var row = statement.executeQuery(query)) {
                return row.getLong(1);
            }
        });
    }

    private void change(String statement) {
        store().write(store().generation(), tables -> {
            try (var update = tables.createStatement()) {
                update.executeUpdate(statement);
            }
        });
    }

    private static String text(BoardProjection projection) {
        return projection.toJson().toString();
    }

    private String folded(long version) {
        BoardProjection projection = new BoardProjection("b", new Blueprints());
        log.stream().filter(entry -> entry.header().version() <= version).forEach(projection::accept);
        return text(projection);
    }

    @Test
    void everyVersion_isWhatAFoldFromTheBeginningMakesOfIt() {
        put(log);
        fresh().makeCheckpoints();
        assertThat(checkpoints()).isEqualTo(log.size() / Checkpoints.EVERY).isEqualTo(3);

        for (long version : List.of(1L, 2L, 332L, 333L, 334L, 335L, 700L, 1_000L, ROUNDS + 1L)) {
            assertThat(fresh().at("b", version, CheckpointsTest::text)).contains(folded(version));
        }
        assertThat(fresh().one("b", CheckpointsTest::text)).contains(folded(Long.MAX_VALUE));
    }

    @Test
    void whatIsBeforeACheckpoint_isNotReadForIt() {
        put(log);
        fresh().makeCheckpoints();
        change("DELETE FROM entry WHERE key % 4294967296 BETWEEN 1 AND 2900");

        assertThat(fresh().one("b", CheckpointsTest::text)).isPresent();
        assertThat(fresh().at("b", 1_000, CheckpointsTest::text)).contains(folded(1_000));
    }

    @Test
    void logThatGrows_getsThemWhereTheLastEnded_andNoneIsMadeTwice() {
        BoardModel model = fresh();
        put(log.subList(0, 2_500));
        model.makeCheckpoints();
        assertThat(checkpoints()).isEqualTo(2);
        change("UPDATE checkpoint SET value = x'00' WHERE key % 4294967296 = 1000");

        put(log.subList(2_500, log.size()));
        model.makeCheckpoints();

        assertThat(checkpoints()).isEqualTo(3);
        assertThat(fresh().at("b", 1_000, CheckpointsTest::text)).contains(folded(1_000));
    }

    @Test
    void oneThatCannotBeRead_costsALongerFoldAndNothingElse() {
        put(log);
        fresh().makeCheckpoints();
        change("UPDATE checkpoint SET value = x'0102030405'");

        assertThat(fresh().at("b", 1_000, CheckpointsTest::text)).contains(folded(1_000));
        assertThat(fresh().one("b", CheckpointsTest::text)).contains(folded(Long.MAX_VALUE));
    }

    @Test
    void whereAnEntryIsMissing_noneIsMadeUntilItIsThere() {
        List<LogEntry> gap = new ArrayList<>(log);
        LogEntry missing = gap.remove(1_499);
        BoardModel model = fresh();
        put(gap);

        model.makeCheckpoints();

        assertThat(checkpoints()).isEqualTo(1);
        put(List.of(missing));
        change("UPDATE board SET looked = 0");
        model.makeCheckpoints();
        assertThat(checkpoints()).isEqualTo(3);
        assertThat(fresh().one("b", CheckpointsTest::text)).contains(folded(Long.MAX_VALUE));
    }

    @Test
    void boardThatNobodyCreated_hasThemToo() {
        SampleLog none = new SampleLog("none");
        for (int i = 0; i < 1_500; i++) {
            none.rejected("p-" + i, "");
        }
        put(none.entries());

        fresh().makeCheckpoints();

        assertThat(checkpoints()).isEqualTo(1);
        assertThat(fresh().one("none", BoardProjection::board).map(Board::id)).isEqualTo(Optional.empty());
    }
}
