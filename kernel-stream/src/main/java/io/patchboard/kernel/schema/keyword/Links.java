package io.patchboard.kernel.schema.keyword;

import java.util.Optional;

/** What a subschema refers to. */
public interface Links {

    /** The subschema at a place below this one. */
    Subschema below(String... tokens);

    /** Where the {@code $ref} of this one leads. */
    Optional<Subschema> reference();

    /** Where the {@code $dynamicRef} of this one leads. */
    Optional<Subschema> dynamicReference();

    /** A pattern of this one, ready to run. */
    Regex pattern(String source);
}
