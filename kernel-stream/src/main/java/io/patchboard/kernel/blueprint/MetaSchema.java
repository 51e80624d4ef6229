package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.kernel.schema.SchemaCompileException;
import java.io.IOException;
import java.io.InputStream;

/** The JSON Schema that every blueprint satisfies; published in {@code schemas/}. */
final class MetaSchema {

    private static final int MAX_PROBLEMS = 100;
    private static final JsonSchema SCHEMA = load();

    private MetaSchema() {}

    static void check(Json blueprint, Problems problems) {
        SCHEMA.validateAll(blueprint, MAX_PROBLEMS)
                .forEach(violation -> problems.add(violation.pointer(), violation.message()));
    }

    private static JsonSchema load() {
        try (InputStream file = Json.class.getResourceAsStream("/blueprint.schema.json")) {
            return JsonSchema.compile(new JsonReader(JsonLimits.DEFAULT).read(file.readAllBytes()));
        } catch (IOException | JsonSyntaxException | SchemaCompileException e) {
            throw new IllegalStateException("Expected a readable /blueprint.schema.json on the class path.", e);
        }
    }
}
