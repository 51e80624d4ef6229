package io.patchboard.kernel.decide;

import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import java.util.Optional;
import java.util.function.Function;

/** What a stage returns: what the next one needs, or the reason why there is no next one. */
sealed interface Checked<T> {

    /** The stage found nothing wrong. */
    record Passed<T>(T value) implements Checked<T> {}

    /** The stage refuses the proposal. */
    record Refused<T>(Rejection rejection) implements Checked<T> {}

    static <T> Checked<T> pass(T value) {
        return new Passed<>(value);
    }

    static <T> Checked<T> refuse(Stage stage, String code, String pointer, String message) {
        return new Refused<>(Rejection.of(stage, code, pointer, message));
    }

    static <T> Checked<T> unless(Optional<Rejection> rejection, T value) {
        return rejection.<Checked<T>>map(Refused::new).orElseGet(() -> new Passed<>(value));
    }

    default <R> Checked<R> then(Function<T, Checked<R>> next) {
        if (this instanceof Passed<T> passed) {
            return next.apply(passed.value());
        }
        return new Refused<>(((Refused<T>) this).rejection());
    }
}
