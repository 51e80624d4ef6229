package io.patchboard.kernel.circuit;

import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import java.util.Optional;

/** What a rejection says about its worker. */
final class Signal {

    private Signal() {}

    /**
     * The kind of outcome that it counts as; absent if it says nothing: of who was not admitted nobody knows who
     * it was.
     *
     * @param unasked whether it answers no invocation
     * @param contended whether a {@code test} failed because of what others did
     */
    static Optional<String> of(PatchRejected rejected, boolean unasked, boolean contended) {
        if (rejected.worker().isEmpty()) {
            return Optional.empty();
        }
        Rejection rejection = rejected.rejection();
        return switch (rejected.stage().subject()) {
            case SENDER -> Optional.empty();
            case BYTES -> unasked ? Optional.empty() : Optional.of(Keys.rejection(rejection));
            case PERSON ->
                rejection.is(RejectionCode.REFUSED) ? Optional.of(Keys.rejection(rejection)) : Optional.empty();
            case TIME, WORKER -> Optional.of(Outcome.FAILURE);
            case PATCH, STATE -> {
                boolean late =
                        contended || rejection.is(RejectionCode.STALE) || rejection.is(RejectionCode.STALE_HANDLE);
                yield Optional.of(late ? Outcome.CONTENTION : Keys.rejection(rejection));
            }
        };
    }
}
