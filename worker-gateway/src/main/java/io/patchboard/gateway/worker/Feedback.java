package io.patchboard.gateway.worker;

import io.patchboard.record.Fields;
import java.util.Optional;

/**
 * Why answers about the same were rejected: one class of error.
 *
 * @param stage name of the {@link io.patchboard.record.Stage} that rejected them
 * @param path JSON Pointer to the spot, every index replaced by {@code *}
 * @param by whose answers they were; absent for the worker's own
 * @param count how many of the latest answers
 * @param message of the newest of them, cut
 */
public record Feedback(String stage, String code, String path, Optional<String> by, long count, String message) {

    static Feedback read(Fields fields) {
        return new Feedback(
                fields.string("stage"),
                fields.string("code"),
                fields.string("path"),
                fields.optionalString("by"),
                fields.optionalInteger("count").orElse(1L),
                fields.string("message"));
    }
}
