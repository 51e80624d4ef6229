package io.patchboard.gateway.worker;

import io.patchboard.record.Fields;
import java.util.Optional;

/**
 * Something that may be read and that the view does not show.
 *
 * @param pointer JSON Pointer into the state
 * @param version of the state in which it was seen there
 * @param label what it is called, if the state's schema says so
 */
public record Handle(String pointer, long version, Optional<String> label) {

    static Handle read(Fields fields) {
        return new Handle(fields.string("handle"), fields.integer("version"), fields.optionalString("label"));
    }
}
