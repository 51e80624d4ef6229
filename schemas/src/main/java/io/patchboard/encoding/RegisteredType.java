package io.patchboard.encoding;

import java.util.OptionalInt;

/**
 * How a record type is written in the Confluent wire format.
 *
 * @param schemaId the registry's id of the schema
 * @param branch the type's place in that schema, where it is a union; it is written before the record
 */
public record RegisteredType(int schemaId, OptionalInt branch) {

    static RegisteredType alone(int schemaId) {
        return new RegisteredType(schemaId, OptionalInt.empty());
    }
}
