package io.patchboard.kernel.decide.stage;

import io.patchboard.json.JsonPointer;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import java.util.Optional;
import java.util.function.Function;

/** What a stage returns: what the next one needs, or the reason why there is no next one. */
public sealed interface Checked<T> {

    /** The stage found nothing wrong. */
    record Passed<T>(T value) implements Checked<T> {}

    /**
     * The stage refuses the proposal.
     *
     * @param quoted the place of the state of whose value the message tells, which not everybody may read; absent if
     *     the message tells of the proposal and the blueprint alone
     */
    record Refused<T>(Rejection rejection, Optional<JsonPointer> quoted) implements Checked<T> {}

    static <T> Checked<T> pass(T value) {
        return new Passed<>(value);
    }

    static <T> Checked<T> refuse(RejectionCode code, String pointer, String message) {
        return refuse(Rejection.of(code, pointer, message));
    }

    static <T> Checked<T> refuse(Rejection rejection) {
        return new Refused<>(rejection, Optional.empty());
    }

    static <T> Checked<T> refuse(Rejection rejection, JsonPointer quoted) {
        return new Refused<>(rejection, Optional.of(quoted));
    }

    static <T> Checked<T> unless(Optional<Rejection> rejection, T value) {
        return rejection.<Checked<T>>map(Checked::refuse).orElseGet(() -> new Passed<>(value));
    }

    default <R> Checked<R> then(Function<T, Checked<R>> next) {
        if (this instanceof Passed<T> passed) {
            return next.apply(passed.value());
        }
        Refused<T> refused = (Refused<T>) this;
        return new Refused<>(refused.rejection(), refused.quoted());
    }
}
