package io.patchboard.gateway.runner.llm.tool;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.kernel.schema.SchemaCompileException;
import io.patchboard.kernel.schema.SchemaViolation;
import java.util.Optional;
import java.util.stream.Collectors;

/** Holds arguments or results to a schema, as the kernel holds states to theirs. */
final class ToolSchema {

    private static final int MOST_VIOLATIONS = 5;

    /** Many libraries say that their schemas are of this draft, and use what both mean the same by. */
    private static final String DRAFT_7 = "http://json-schema.org/draft-07/schema";

    private final JsonSchema schema;

    private ToolSchema(JsonSchema schema) {
        this.schema = schema;
    }

    /** @throws SchemaCompileException if it is none that the kernel would take */
    static ToolSchema of(JsonObject schema) throws SchemaCompileException {
        boolean former = schema.get("$schema").orElse(Json.nul()) instanceof JsonString dialect
                && dialect.value().startsWith(DRAFT_7);
        return new ToolSchema(JsonSchema.compile(former ? schema.without("$schema") : schema));
    }

    /** What is wrong with a value, as sentences. */
    Optional<String> problem(Json value) {
        String problems = schema.validateAll(value, MOST_VIOLATIONS).stream()
                .map(SchemaViolation::message)
                .collect(Collectors.joining(" "));
        return problems.isEmpty() ? Optional.empty() : Optional.of(problems);
    }
}
