package io.patchboard.kernel.schema;

import io.patchboard.json.JsonPointer;

/**
 * One way in which a value violates a schema.
 *
 * @param keyword the keyword that refused, such as {@code enum}; {@code false} for the schema {@code false},
 *     {@code cost} if checking was given up over its bound of work
 * @param pointer the offending value; for {@code required}, {@code additionalProperties} and the like, the object
 * @param schemaPointer the place of the schema that holds the keyword, without the keyword, inside the whole schema
 */
public record SchemaViolation(String keyword, JsonPointer pointer, String schemaPointer, String message) {

    /** Begins the part of a message that tells of the schema of a choice that the value comes nearest to. */
    public static final String NEAREST = " The nearest of them says: ";
}
