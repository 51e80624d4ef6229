package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import java.util.Optional;

/**
 * One way in which a value violates a schema.
 *
 * @param keyword its name; {@code false} for the schema {@code false}
 * @param limit the value of the keyword in the schema
 * @param schemaPointer the subschema that has the keyword, inside of its document
 * @param pointer the offending value
 * @param value the offending value
 * @param property the member that the keyword is about, if it is about one
 * @param index the first item that the keyword is about, if it is about one
 * @param nearest of a choice: what is wrong by the schema that the value comes nearest to
 */
public record Finding(
        String keyword,
        Json limit,
        JsonPointer schemaPointer,
        JsonPointer pointer,
        Json value,
        Optional<String> property,
        Optional<Integer> index,
        Optional<Finding> nearest) {}
