package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CommitPaceTest {

    private final ThreadLocal<Long> last = CommitPace.never();
    private final CommitPace pace = new CommitPace(last);

    @Test
    void recordThatWasTakenAtOnce_isCommittedAtOnce() {
        assertThat(pace.commitsAfter(1_000, 1_003)).isTrue();
        assertThat(pace.commitsOwed(1_004)).isFalse();
    }

    @Test
    void recordsInQuickSuccession_shareTheNextCommit() {
        assertThat(pace.commitsAfter(1_000, 1_000)).isTrue();
        assertThat(pace.commitsAfter(1_001, 1_001)).isFalse();
        assertThat(pace.commitsAfter(1_003, 1_004)).isFalse();
        assertThat(pace.commitsOwed(1_004)).isFalse();
        assertThat(pace.commitsOwed(1_005)).isTrue();
        assertThat(pace.commitsOwed(1_100)).isFalse();
    }

    @Test
    void recordThatWaited_asksForNothing_andTakesBackWhatWasOwed() {
        assertThat(pace.commitsAfter(1_000, 1_000)).isTrue();
        assertThat(pace.commitsAfter(1_001, 1_002)).isFalse();
        assertThat(pace.commitsAfter(1_001, 1_027)).isFalse();
        assertThat(pace.commitsOwed(1_050)).isFalse();
        assertThat(pace.commitsAfter(1_050, 1_051)).isTrue();
    }

    @Test
    void tasksOfOneThread_shareItsCommits() {
        CommitPace other = new CommitPace(last);
        assertThat(pace.commitsAfter(1_000, 1_000)).isTrue();
        assertThat(other.commitsAfter(1_001, 1_001)).isFalse();
        assertThat(pace.commitsOwed(1_006)).isFalse();
        assertThat(other.commitsOwed(1_006)).isTrue();
    }

    @Test
    void clockThatWentBack_holdsNothingUp() {
        assertThat(pace.commitsAfter(9_000, 9_000)).isTrue();
        assertThat(pace.commitsAfter(1_000, 1_000)).isTrue();
    }

    @Test
    void brokersClockAhead_countsAsKeepingUp() {
        assertThat(pace.commitsAfter(5_000, 1_000)).isTrue();
    }
}
