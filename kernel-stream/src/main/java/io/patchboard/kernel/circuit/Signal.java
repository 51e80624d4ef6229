package io.patchboard.kernel.circuit;

import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Stage;
import java.util.Optional;

/** What a rejection says about its worker. */
final class Signal {

    private Signal() {}

    /**
     * The kind of outcome that it counts as; absent if it does not count.
     *
     * @param unasked whether it answers no invocation
     * @param contended whether a {@code test} failed because of what others did
     */
    static Optional<String> of(PatchRejected rejected, boolean unasked, boolean contended) {
        if (rejected.worker().isEmpty()) {
            return Optional.empty();
        }
        Stage stage = rejected.stage();
        Rejection rejection = rejected.rejection();
        boolean ofTheAnswer = stage.compareTo(Stage.SYNTAX) >= 0
                && stage.compareTo(Stage.BUDGET) <= 0
                && (stage != Stage.PRECONDITION || rejection.is(RejectionCode.TEST))
                && !rejection.is(RejectionCode.STALE_HANDLE);
        if (!(ofTheAnswer || unasked && stage == Stage.WORKER) || contended && !unasked) {
            return Optional.empty();
        }
        return Optional.of(contended ? Outcome.CONTENTION : Keys.rejection(rejection));
    }
}
