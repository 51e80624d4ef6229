package io.patchboard.gateway.worker;

import io.patchboard.record.Fields;

/**
 * Why earlier answers were rejected: one class of error.
 *
 * @param stage name of the {@link io.patchboard.record.Stage} that rejected them
 * @param path JSON Pointer to the spot, every index replaced by {@code *}
 * @param count how many of the latest answers
 * @param message of the newest of them, cut
 */
public record Feedback(String stage, String code, String path, long count, String message) {

    static Feedback read(Fields fields) {
        return new Feedback(
                fields.string("stage"),
                fields.string("code"),
                fields.string("path"),
                fields.optionalInteger("count").orElse(1L),
                fields.string("message"));
    }
}
