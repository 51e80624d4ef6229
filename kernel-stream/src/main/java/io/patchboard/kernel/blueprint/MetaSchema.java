package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.kernel.schema.SchemaCompileException;
import io.patchboard.kernel.schema.SchemaViolation;
import io.patchboard.record.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The JSON Schema that every blueprint satisfies; published in {@code schemas/}. */
final class MetaSchema {

    private static final int MAX_PROBLEMS = 100;
    private static final int MOST_NAME_CHARS = 100;
    private static final Json DOCUMENT = load();
    private static final JsonSchema SCHEMA = compile();

    private MetaSchema() {}

    static void check(Json blueprint, Problems problems) {
        Set<JsonPointer> told = new HashSet<>();
        for (SchemaViolation violation : SCHEMA.validateAll(blueprint, MAX_PROBLEMS)) {
            boolean unknownMember = violation.keyword().equals("additionalProperties");
            if (unknownMember && told.contains(violation.pointer())) {
                continue;
            }
            List<Problem> unknown = unknownMember ? unknownMembers(blueprint, violation) : List.of();
            unknown.forEach(problem -> problems.add(problem.pointer(), problem.message()));
            if (unknown.isEmpty()) {
                problems.add(violation.pointer(), violation.message());
            } else {
                told.add(violation.pointer());
            }
        }
    }

    /** Each unknown member at its own place, with those that there are; none if the schema does not name them. */
    private static List<Problem> unknownMembers(Json blueprint, SchemaViolation violation) {
        Optional<Json> schema = JsonPointer.parse(violation.schemaPointer()).resolve(DOCUMENT);
        if (!(schema.orElse(Json.nul()) instanceof JsonObject rules)
                || rules.has("patternProperties")
                || !(rules.get("properties").orElse(Json.nul()) instanceof JsonObject known)
                || !(violation.pointer().resolve(blueprint).orElse(Json.nul()) instanceof JsonObject object)) {
            return List.of();
        }
        List<String> names = known.names().stream().sorted().toList();
        return object.names().stream()
                .filter(name -> !known.has(name))
                .limit(MAX_PROBLEMS)
                .map(name -> new Problem(
                        violation.pointer().child(name).toString(),
                        "Expected one of " + String.join(", ", names) + " as a member, but got "
                                + Json.of(name.length() <= MOST_NAME_CHARS ? name : name.substring(0, MOST_NAME_CHARS))
                                + "."
                                + Spelling.nearest(name, names)
                                        .map(nearest -> " Did you mean \"" + nearest + "\"?")
                                        .orElse("")))
                .toList();
    }

    private static JsonSchema compile() {
        try {
            return JsonSchema.compile(DOCUMENT);
        } catch (SchemaCompileException e) {
            throw new IllegalStateException("Expected a valid schema in /blueprint.schema.json.", e);
        }
    }

    private static Json load() {
        try (InputStream file = Json.class.getResourceAsStream("/blueprint.schema.json")) {
            return new JsonReader(JsonLimits.DEFAULT).read(file.readAllBytes());
        } catch (IOException | JsonSyntaxException e) {
            throw new IllegalStateException("Expected a readable /blueprint.schema.json on the class path.", e);
        }
    }
}
