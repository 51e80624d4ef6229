package io.patchboard.kernel.decide.dispatch;

import io.patchboard.kernel.state.WaitingInvocation;
import io.patchboard.record.Cause;
import io.patchboard.record.Trigger;
import java.util.List;
import java.util.Optional;

/**
 * An invocation that is to be made.
 *
 * @param attempt 1 for the first
 * @param failures attempts of this worker that have failed before
 * @param cause what made it necessary beside its rule
 * @param expanded JSON Pointers that the worker asked to see
 * @param gone JSON Pointers that it asked to see, of what is not there any more
 * @param releases sequences of the held triggers that it uses up
 * @param pinned the version that its view shows; absent for the latest
 */
public record Call(
        String worker,
        Trigger trigger,
        long attempt,
        long failures,
        Optional<Cause> cause,
        List<Long> releases,
        Optional<Long> pinned,
        List<String> expanded,
        List<String> gone) {

    /** One whose worker has not asked to see more, so that all attempts before have failed. */
    public static Call of(
            String worker,
            Optional<Cause> cause,
            Trigger trigger,
            long attempt,
            List<Long> releases,
            Optional<Long> pinned) {
        return new Call(worker, trigger, attempt, attempt - 1, cause, releases, pinned, List.of(), List.of());
    }

    public static Call again(WaitingInvocation waiting, boolean pin) {
        return new Call(
                waiting.worker(),
                waiting.trigger(),
                waiting.attempt(),
                waiting.attempt() - 1 - waiting.expansions().rounds(),
                Optional.of(waiting.cause()),
                List.of(),
                pin ? Optional.of(waiting.baseVersion()) : Optional.empty(),
                waiting.expansions().handles(),
                waiting.expansions().gone());
    }

    /** The same, but another worker makes a first attempt at it. */
    public Call handedTo(String other, Cause why) {
        return new Call(other, trigger, 1, 0, Optional.of(why), releases, pinned, List.of(), List.of());
    }
}
