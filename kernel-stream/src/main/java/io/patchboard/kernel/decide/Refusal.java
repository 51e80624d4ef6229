package io.patchboard.kernel.decide;

import io.patchboard.record.Problem;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import java.util.List;
import java.util.Optional;

/**
 * Why a command is not done.
 *
 * @param errors all that is wrong, where that is more than one thing
 */
record Refusal(Rejection rejection, List<Problem> errors) {

    static Optional<Refusal> of(Rejection rejection) {
        return Optional.of(new Refusal(rejection, List.of()));
    }

    static Optional<Refusal> of(RejectionCode code, String pointer, String message) {
        return of(Rejection.of(code, pointer, message));
    }
}
