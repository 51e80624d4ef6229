package io.patchboard.kernel.schema;

import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import io.patchboard.json.Json;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A group of the suite, compiled and judged by {@code dev.harrel:json-schema}. */
final class OtherLibrary {

    /**
     * Groups in which the library is known to be wrong. Its regular expressions are the JDK's, which knows
     * {@code \p{L}} but not {@code \p{Letter}}; it then lets everything pass.
     */
    private static final Set<String> KNOWN_BUGS =
            Set.of("pattern.json: pattern with Unicode property escape requires unicode mode");

    private final Validator validator;
    private final URI schema;
    private final Map<String, Boolean> verdicts = new HashMap<>();

    private OtherLibrary(Validator validator, URI schema) {
        this.validator = validator;
        this.schema = schema;
    }

    /** Empty for a group that needs other documents or one that the library is known to get wrong. */
    static Optional<OtherLibrary> of(SchemaSuite.Group group) {
        try {
            JsonSchema.compile(group.schema());
        } catch (SchemaCompileException e) {
            return Optional.empty(); // It refers to another document.
        }
        if (KNOWN_BUGS.contains(group.name())) {
            return Optional.empty();
        }
        Validator validator = new ValidatorFactory().createValidator();
        return Optional.of(new OtherLibrary(
                validator, validator.registerSchema(group.schema().toString())));
    }

    boolean accepts(Json value) {
        return verdicts.computeIfAbsent(
                value.toString(), text -> validator.validate(schema, text).isValid());
    }
}
