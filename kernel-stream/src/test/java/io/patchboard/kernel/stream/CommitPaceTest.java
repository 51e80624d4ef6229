package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CommitPaceTest {

    private long now = Duration.ofDays(1).toNanos();
    private final CommitPace pace = new CommitPace(() -> now);

    @BeforeEach
    void justCommitted() {
        pace.begun();
        pace.ended();
    }

    @Test
    void recordOfThreadThatWaitedForIt_isCommittedAtOnce() {
        handedOver(1, CommitPace.ROOM);
        assertThat(pace.commitsAfterRecord()).isTrue();
    }

    @Test
    void whatWasHandedOverTogether_isCommittedTogether() {
        handedOver(3, CommitPace.ROOM);
        assertThat(pace.commitsAfterRecord()).isFalse();
        assertThat(pace.commitsNow()).isFalse();
        assertThat(pace.commitsAfterRecord()).isFalse();
        assertThat(pace.commitsAfterRecord()).isTrue();
    }

    @Test
    void threadThatNeverWaits_leavesTimeBetweenTwoCommits() {
        handedOver(1, Duration.ZERO);
        pace.begun();
        assertThat(pace.commitsAfterRecord()).isFalse();
        now += CommitPace.BETWEEN.toNanos() - 1;
        assertThat(pace.commitsNow()).isFalse();
        now++;
        assertThat(pace.commitsNow()).isTrue();
    }

    @Test
    void shortWaits_addUpUntilThereIsRoom() {
        Duration half = CommitPace.ROOM.dividedBy(2);
        handedOver(1, half);
        assertThat(pace.commitsAfterRecord()).isFalse();
        handedOver(1, half);
        assertThat(pace.commitsAfterRecord()).isTrue();
        pace.ended();
        handedOver(1, half);
        assertThat(pace.commitsAfterRecord()).isFalse();
    }

    @Test
    void whatATimerWrote_isCommittedWithoutARecord() {
        handedOver(0, CommitPace.ROOM);
        assertThat(pace.commitsNow()).isFalse();
        pace.begun();
        assertThat(pace.commitsNow()).isTrue();
        pace.ended();
        handedOver(0, CommitPace.ROOM);
        assertThat(pace.commitsNow()).isFalse();
    }

    @Test
    void recordsThatWereTakenAway_holdNothingUp() {
        handedOver(100, CommitPace.ROOM);
        assertThat(pace.commitsAfterRecord()).isFalse();
        handedOver(1, CommitPace.ROOM);
        assertThat(pace.commitsAfterRecord()).isTrue();
    }

    @Test
    void eachThread_hasItsOwnPace() {
        handedOver(2, CommitPace.ROOM);
        pace.begun();
        assertThat(pace.inTransaction()).isTrue();
        assertThat(CompletableFuture.supplyAsync(pace::inTransaction).join()).isFalse();
    }

    private void handedOver(int records, Duration waited) {
        now += waited.toNanos();
        pace.handedOver(records, waited.toNanos());
    }
}
