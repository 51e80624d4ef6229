package io.patchboard.standalone.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.client.model.BoardIndexes;
import io.patchboard.client.model.Summary;
import io.patchboard.kernel.state.Phase;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Moments of a schedule while boards of earlier ones are at work. */
class OverlapsTest {

    private static final Instant SEVEN = Instant.parse("2026-07-01T07:00:00Z");
    private static final Instant EIGHT = SEVEN.plusSeconds(3600);
    private static final Due DUE = new Due(EIGHT.atZone(ZoneOffset.UTC));

    private final List<Summary> known = new ArrayList<>();
    private Instant upTo = EIGHT;
    private Instant now = EIGHT;

    private final Boards boards = new Boards() {
        @Override
        public BoardIndexes.Found find(String index, String value) {
            throw new AssertionError("Expected to be asked for labels.");
        }

        @Override
        public BoardIndexes.Labelled labelled(String name, String value, Instant since) {
            assertThat(name + "=" + value).isEqualTo("schedule=report");
            return new BoardIndexes.Labelled(
                    known.stream()
                            .filter(board ->
                                    !board.phase().ended() || board.created().isAfter(since))
                            .toList(),
                    upTo);
        }

        @Override
        public BoardIndexes.Counted counted(String name, String value, Optional<Instant> since, Set<String> ids) {
            throw new AssertionError("Expected to be asked for boards.");
        }
    };

    private Overlaps overlaps(Overlap overlap) {
        return new Overlaps("report", overlap, boards, () -> now);
    }

    private void board(String id, Phase phase, Instant created) {
        known.add(new Summary(id, phase, Optional.empty(), 0, 1, 1, created.plusSeconds(60), created, 0, 0, List.of()));
    }

    @Test
    void boardOfAnEarlierMoment_atWork_skipsTheMoment_orHasItWait() throws Exception {
        board("report-7", Phase.PAUSED, SEVEN);

        assertThat(overlaps(Overlap.ALLOW).allow(DUE, "report-8")).isTrue();
        assertThat(overlaps(Overlap.SKIP).allow(DUE, "report-8")).isFalse();
        assertThatThrownBy(() -> overlaps(Overlap.WAIT).allow(DUE, "report-8"))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("\"report-7\" has not");
    }

    @Test
    void boardsThatHaveEnded_areInNobodysWay() throws Exception {
        board("report-7", Phase.HALTED, SEVEN);

        assertThat(overlaps(Overlap.SKIP).allow(DUE, "report-8")).isTrue();
        assertThat(overlaps(Overlap.WAIT).allow(DUE, "report-8")).isTrue();
    }

    @Test
    void momentThatHasItsBoard_isDone_whatEverIsAtWork() throws Exception {
        board("report-8", Phase.COMPLETED, EIGHT.plusSeconds(1));
        board("report-9", Phase.OPEN, EIGHT.plusSeconds(3600));

        assertThat(overlaps(Overlap.SKIP).allow(DUE, "report-8")).isFalse();
        assertThat(overlaps(Overlap.WAIT).allow(DUE, "report-8")).isFalse();
    }

    @Test
    void momentThatWasSkipped_isNotMadeUpFor_afterALaterOne() throws Exception {
        board("report-9", Phase.COMPLETED, EIGHT.plusSeconds(3600));

        assertThat(overlaps(Overlap.SKIP).allow(DUE, "report-8")).isFalse();
        assertThat(overlaps(Overlap.WAIT).allow(DUE, "report-8")).isTrue();
    }

    @Test
    void whatMayNotBeKnownYet_isWaitedFor() throws Exception {
        upTo = EIGHT.minusMillis(1);
        Overlaps skip = overlaps(Overlap.SKIP);
        assertThatThrownBy(() -> skip.allow(DUE, "report-8")).isInstanceOf(UnavailableException.class);

        upTo = EIGHT;
        assertThat(skip.allow(DUE, "report-8")).isTrue();

        skip.made();
        Due next = new Due(EIGHT.plusSeconds(1).atZone(ZoneOffset.UTC));
        upTo = EIGHT.plusSeconds(2);
        assertThatThrownBy(() -> skip.allow(next, "report-8b")).isInstanceOf(UnavailableException.class);
        upTo = now.plus(Correlation.GRACE);
        assertThat(skip.allow(next, "report-8b")).isTrue();
    }
}
