package io.patchboard.client.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What counts say about who gives approvals. */
class ApprovalCountTest {

    private static ApprovalCount count(long approved, long rejected, long modified) {
        return new ApprovalCount(
                "publish",
                new RejectionCount.Rules("texts", "ab"),
                approved + rejected + modified + 3,
                approved,
                rejected,
                modified,
                1,
                1,
                OptionalDouble.of(2));
    }

    @Test
    void nearlyAllOfMany_isARubberStamp() {
        assertThat(count(51, 0, 0).rubberStamp()).isTrue();
        assertThat(count(50, 0, 0).rubberStamp()).as("too few to say so").isFalse();
        assertThat(count(95, 3, 2).rubberStamp()).isFalse();
        assertThat(count(97, 3, 0).rubberStamp()).isTrue();
    }

    @Test
    void whatWaits_isWhatWasNeitherDecidedNorLeftTooLong() {
        assertThat(count(5, 4, 3).open()).isEqualTo(1);
        assertThat(count(3, 0, 1).unmodified()).hasValue(0.75);
        assertThat(count(0, 2, 0).unmodified()).isEmpty();
    }
}
