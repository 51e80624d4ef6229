package io.patchboard.kernel.replay.whatif;

import io.patchboard.record.WorkerInvoked;

/**
 * Who is invited for what.
 *
 * @param path of the item; empty where the trigger has none
 */
public record Invited(String worker, String rule, String path) {

    static Invited of(WorkerInvoked invoked) {
        return new Invited(
                invoked.worker(),
                invoked.trigger().rule(),
                invoked.trigger().path().orElse(""));
    }
}
