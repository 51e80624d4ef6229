package io.patchboard.kernel.state;

import io.patchboard.record.Trigger;
import java.time.Instant;
import java.util.Optional;

/**
 * An invocation without an outcome.
 *
 * @param baseVersion the version of the state that the worker's view shows
 * @param trigger as the invocation has it
 * @param current the trigger with the places that its items have by now; absent once they are gone
 * @param expansions what the worker asked to see before
 */
public record OpenInvocation(
        String id,
        String worker,
        long attempt,
        Instant deadline,
        long baseVersion,
        Trigger trigger,
        Optional<Trigger> current,
        String viewHash,
        Expansions expansions) {

    /** The attempts that count against the policy: asking to see more is not a failure. */
    public long tries() {
        return attempt - expansions.rounds();
    }

    public OpenInvocation withDeadline(Instant later) {
        return new OpenInvocation(id, worker, attempt, later, baseVersion, trigger, current, viewHash, expansions);
    }

    public OpenInvocation withCurrent(Optional<Trigger> moved) {
        return new OpenInvocation(id, worker, attempt, deadline, baseVersion, trigger, moved, viewHash, expansions);
    }

    public OpenInvocation withExpansions(Expansions other) {
        return new OpenInvocation(id, worker, attempt, deadline, baseVersion, trigger, current, viewHash, other);
    }
}
