package io.patchboard.kernel.decide.ending;

import io.patchboard.kernel.blueprint.Policy;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.OpenInvocation;
import java.time.Instant;
import java.util.Optional;

/** When a failed invocation is made again. */
public final class Retries {

    private Retries() {}

    /** Absent when the policy's attempts are spent, or when what the invocation was about is gone. */
    public static Optional<Instant> next(OpenInvocation failed, Board board, Instant time) {
        if (failed.current().isEmpty()) {
            return Optional.empty();
        }
        Policy policy = board.rules().worker(failed.worker()).orElseThrow().policy();
        return failed.tries() < policy.maxAttempts()
                ? Optional.of(time.plus(policy.backoffAfter((int) failed.tries(), failed.id())))
                : Optional.empty();
    }
}
