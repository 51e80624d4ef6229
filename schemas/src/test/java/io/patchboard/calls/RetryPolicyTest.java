package io.patchboard.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.calls.RetryPolicy.Again;
import io.patchboard.calls.RetryPolicy.End;
import io.patchboard.calls.RetryPolicy.Repeated;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RetryPolicyTest {

    private static final Deadline PLENTY = Deadline.in(Duration.ofMinutes(1));

    /** Results are the numbers of attempts; each but the last is to be tried again. */
    private static final class Counted implements RetryPolicy.Attempts<Integer> {

        private final int last;
        private final Optional<Duration> askedFor;
        private final List<Duration> pauses = new ArrayList<>();

        private Counted(int last, Optional<Duration> askedFor) {
            this.last = last;
            this.askedFor = askedFor;
        }

        @Override
        public Integer attempt(int number) {
            return number;
        }

        @Override
        public Optional<Again> again(Integer result) {
            return result == last ? Optional.empty() : Optional.of(new Again(askedFor));
        }

        @Override
        public void beforePause(Integer result, int number, Duration pause) {
            pauses.add(pause);
        }
    }

    @Test
    void repeat_untilThereIsNoUseInIt() throws Exception {
        RetryPolicy policy = new RetryPolicy(9, Duration.ofMillis(1), Duration.ofMillis(1));

        assertThat(policy.repeat(PLENTY, new Counted(3, Optional.empty()))).isEqualTo(new Repeated<>(3, 3, End.DONE));
    }

    @Test
    void repeat_pausesDoubleUpToTheCap_cutByHalfAtMost() throws Exception {
        RetryPolicy policy = new RetryPolicy(5, Duration.ofMillis(2), Duration.ofMillis(8));
        Counted counted = new Counted(99, Optional.empty());

        assertThat(policy.repeat(PLENTY, counted)).isEqualTo(new Repeated<>(5, 5, End.NO_ATTEMPTS_LEFT));

        int[] longest = {2, 4, 8, 8};
        assertThat(counted.pauses).hasSize(longest.length);
        for (int i = 0; i < longest.length; i++) {
            assertThat(counted.pauses.get(i))
                    .isBetween(Duration.ofNanos(longest[i] * 500_000L), Duration.ofMillis(longest[i]));
        }
    }

    @Test
    void repeat_askedToWaitLonger_waitsThatLong() throws Exception {
        RetryPolicy policy = new RetryPolicy(2, Duration.ofMillis(1), Duration.ofMillis(1));
        Counted counted = new Counted(99, Optional.of(Duration.ofMillis(30)));

        policy.repeat(PLENTY, counted);

        assertThat(counted.pauses).containsExactly(Duration.ofMillis(30));
    }

    @Test
    void repeat_pauseBeyondTheDeadline_givesUpWithoutIt() throws Exception {
        Counted counted = new Counted(99, Optional.of(Duration.ofHours(1)));

        assertThat(RetryPolicy.DEFAULT.repeat(PLENTY, counted)).isEqualTo(new Repeated<>(1, 1, End.NO_TIME_LEFT));
        assertThat(counted.pauses).isEmpty();
    }
}
