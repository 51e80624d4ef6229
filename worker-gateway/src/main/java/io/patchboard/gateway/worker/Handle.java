package io.patchboard.gateway.worker;

import io.patchboard.record.Fields;
import java.util.Optional;

/**
 * Something that may be read and that the view does not show.
 *
 * @param pointer JSON Pointer into the state
 * @param version of the state in which it was seen there
 * @param label what it is called, if the state's schema says so
 * @param commit sequence of the log entry that wrote it; absent if nobody knows
 * @param by whose answer that was; absent for the first state
 * @param source JSON Pointer to what that worker was invoked for, as it was then; absent if there is none to be told
 */
public record Handle(
        String pointer,
        long version,
        Optional<String> label,
        Optional<Long> commit,
        Optional<String> by,
        Optional<String> source) {

    static Handle read(Fields fields) {
        return new Handle(
                fields.string("handle"),
                fields.integer("version"),
                fields.optionalString("label"),
                fields.optionalInteger("commit"),
                fields.optionalString("by"),
                fields.optionalString("source"));
    }
}
