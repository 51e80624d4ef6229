package io.patchboard.client.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.LogRecord;
import io.patchboard.client.log.SampleLog;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.Stage;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoardProjectionTest {

    private static BoardProjection project(List<LogRecord> log) {
        BoardProjection projection = new BoardProjection("b", new Blueprints());
        log.forEach(next -> projection.accept(next.entry()));
        return projection;
    }

    @Test
    void wholeLog_isFoldedAndCounted() {
        BoardProjection projection = project(SampleLog.completed("b").records());

        assertThat(projection.damage()).isEmpty();
        assertThat(projection.board().phase()).isEqualTo(Phase.COMPLETED);
        assertThat(projection.board().version()).isEqualTo(2);
        assertThat(projection.board().state()).isEqualTo(JsonReader.parse("{\"count\":1}"));
        assertThat(projection.commits()).isEqualTo(1);
        assertThat(projection.rejections())
                .containsOnlyKeys(Stage.AUTHORIZATION)
                .containsValue(2L);
        assertThat(projection.invocations()).containsEntry("counter", 2L);
        assertThat(projection.end()).isPresent();
    }

    @Test
    void rejectionsOnly_isNoBoard() {
        BoardProjection projection =
                project(new SampleLog("b").rejected("p-1", "").records());

        assertThat(projection.exists()).isFalse();
        assertThat(projection.board().sequence()).isEqualTo(1);
    }

    @Test
    void whoCannotBeAsked_isAway_untilAnAnswerComes() {
        SampleLog log = new SampleLog("b")
                .created()
                .invoked("i-1")
                .outage("p-1", "i-1", "nobody listens")
                .invoked("i-2")
                .outage("p-2", "i-2", "HTTP 503");
        BoardProjection projection = project(log.records());

        assertThat(projection.away()).containsOnlyKeys("counter");
        assertThat(OpenWork.json(projection).toString())
                .contains("\"away\":{\"counter\":{", "\"message\":\"HTTP 503\"");
        BoardProjection.Away away = projection.away().get("counter");
        assertThat(away.failure().message()).isEqualTo("HTTP 503");
        assertThat(away.since()).isEqualTo(log.entries().get(2).header().time());

        log.invoked("i-3").rejected("p-3", "i-3").entries().stream().skip(5).forEach(projection::accept);
        assertThat(projection.away()).isEmpty();
    }

    @Test
    void gap_endsTheFold_withTheReason() {
        List<LogRecord> log = SampleLog.completed("b").records();

        BoardProjection projection = project(List.of(log.get(0), log.get(1), log.get(3)));

        assertThat(projection.board().sequence()).isEqualTo(2);
        assertThat(projection.damage()).get().asString().contains("b", "sequence 4", "Expected sequence 3");
    }

    @Test
    void rejectionsFromBeforeTheCreation_mayBeCut_andNothingElse() {
        List<LogRecord> log = new SampleLog("b")
                .rejected("p-0", "")
                .rejected("p-1", "")
                .created()
                .committed("p-2", "", 7)
                .records();

        for (int cut = 1; cut <= 2; cut++) {
            BoardProjection projection = project(log.subList(cut, 4));
            assertThat(projection.damage()).isEmpty();
            assertThat(projection.board().state()).isEqualTo(JsonReader.parse("{\"count\":7}"));
        }
        assertThat(project(log.subList(3, 4)).damage()).isPresent();
    }

    @Test
    void history_hasTheStateOfEveryVersion() {
        StateHistory history = StateHistory.of(
                "b",
                new SampleLog("b")
                        .created()
                        .committed("p-1", "", 7)
                        .rejected("p-2", "")
                        .committed("p-3", "", 8)
                        .entries());

        assertThat(history.first()).isEqualTo(1);
        assertThat(history.last()).isEqualTo(3);
        assertThat(history.board(1).map(Board::state)).contains(JsonReader.parse("{\"count\":0}"));
        assertThat(history.board(2).map(Board::state)).contains(JsonReader.parse("{\"count\":7}"));
        assertThat(history.board(3).map(Board::state)).contains(JsonReader.parse("{\"count\":8}"));
        assertThat(history.board(4)).isEmpty();
    }
}
