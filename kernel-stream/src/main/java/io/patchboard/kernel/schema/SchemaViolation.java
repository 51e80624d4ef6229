package io.patchboard.kernel.schema;

import io.patchboard.json.JsonPointer;
import java.util.Optional;

/**
 * One way in which a value violates a schema.
 *
 * @param keyword the keyword that refused, such as {@code enum}; {@code false} for the schema {@code false},
 *     {@code cost} if checking was given up over its bound of work
 * @param pointer the offending value; for {@code required}, {@code additionalProperties} and the like, the object
 * @param schemaPointer the place of the schema that holds the keyword, without the keyword, inside the whole schema
 * @param nearest of a choice: what is wrong by the schema that the value comes nearest to
 */
public record SchemaViolation(
        String keyword, JsonPointer pointer, String schemaPointer, String message, Optional<SchemaViolation> nearest) {

    public SchemaViolation(String keyword, JsonPointer pointer, String schemaPointer, String message) {
        this(keyword, pointer, schemaPointer, message, Optional.empty());
    }

    /** Begins the part of a message that tells of the schema of a choice that the value comes nearest to. */
    public static final String NEAREST = " The nearest of them says: ";
}
