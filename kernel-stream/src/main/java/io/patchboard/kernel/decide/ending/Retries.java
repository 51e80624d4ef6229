package io.patchboard.kernel.decide.ending;

import io.patchboard.kernel.apply.Amendment;
import io.patchboard.kernel.blueprint.Policy;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Setbacks;
import io.patchboard.record.Failure;
import io.patchboard.record.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** When a failed invocation is made again. */
public final class Retries {

    /** A person corrects an answer so often at once; what is no person, and says so, comes to rest then. */
    private static final int CORRECTIONS_AT_ONCE = 10;

    private Retries() {}

    /**
     * Absent when the policy's attempts are spent, or its patience with an outage is, when it asks nobody again after
     * such an error, or when what the invocation was about is gone, or by an amendment its worker or rule.
     */
    public static Optional<Instant> next(
            OpenInvocation failed, Stage stage, Optional<Failure> failure, Board board, Instant time) {
        if (failed.current().isEmpty() || !new Amendment(board.rules()).has(failed.worker(), failed.trigger())) {
            return Optional.empty();
        }
        WorkerRole role = board.rules().worker(failed.worker()).orElseThrow();
        Policy policy = role.policy();
        Optional<Duration> asked = failure.flatMap(Failure::retryAfter);
        if (!role.forgives(stage, failure)) {
            return policy.retry(Policy.errors(stage, failure))
                    .filter(retry -> failed.tries() < retry.maxAttempts())
                    .map(retry -> time.plus(longer(retry.backoff().after(failed.tries(), failed.id()), asked)));
        }
        Setbacks setbacks = failed.setbacks().plus(time);
        if (failure.isEmpty()) {
            long tooMany = setbacks.count() - CORRECTIONS_AT_ONCE;
            return Optional.of(
                    tooMany <= 0 ? time : time.plus(policy.outage().backoff().after(tooMany, failed.id())));
        }
        return Duration.between(setbacks.since(), time)
                                .compareTo(policy.outage().patience())
                        < 0
                ? Optional.of(time.plus(longer(policy.outage().backoff().after(setbacks.count(), failed.id()), asked)))
                : Optional.empty();
    }

    private static Duration longer(Duration pause, Optional<Duration> asked) {
        return asked.filter(wait -> wait.compareTo(pause) > 0).orElse(pause);
    }
}
