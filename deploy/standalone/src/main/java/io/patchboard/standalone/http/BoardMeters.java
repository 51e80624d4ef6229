package io.patchboard.standalone.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.patchboard.client.model.BoardModel;
import io.patchboard.kernel.state.Phase;
import io.patchboard.metrics.Metric;
import java.util.List;

/** What the read side tells of all boards whenever metrics are read. */
public final class BoardMeters {

    static final Metric BOARDS = Metric.gauge("patchboard.boards", "Boards, by their phase", "phase");

    static final Metric NEEDING_PERSON =
            Metric.gauge("patchboard.boards.needing.person", "Boards that wait for a person's decision");

    static final Metric UP_TO_DATE = Metric.gauge(
            "patchboard.boards.up.to.date", "1 if reads are at the end of the log, 0 while they catch up with it");

    /** All of the read side's. */
    public static final List<Metric> ALL = List.of(BOARDS, NEEDING_PERSON, UP_TO_DATE);

    private BoardMeters() {}

    static void watch(BoardModel boards, MeterRegistry registry) {
        for (Phase phase : Phase.values()) {
            if (phase != Phase.ABSENT) {
                BOARDS.gaugeIn(registry, () -> boards.count(phase), phase.word());
            }
        }
        NEEDING_PERSON.gaugeIn(registry, boards::countThatNeedPerson);
        UP_TO_DATE.gaugeIn(registry, () -> boards.isUpToDate() ? 1 : 0);
    }
}
