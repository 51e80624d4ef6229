package io.patchboard.blueprints.lint;

import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.blueprint.Problems;
import io.patchboard.kernel.schema.SchemaSpelling;
import java.util.List;

/** Finds misspelt keywords in the schemas of a blueprint: of its input, of its state, of its workers' patches. */
final class SchemaWarnings {

    private SchemaWarnings() {}

    static void check(JsonPlace root, Problems warnings) {
        root.child("input").ifPresent(input -> checkSchema(input, warnings));
        root.child("state").flatMap(state -> state.child("schema")).ifPresent(schema -> checkSchema(schema, warnings));
        for (JsonPlace worker : root.child("workers").map(JsonPlace::members).orElse(List.of())) {
            worker.child("patch")
                    .flatMap(patch -> patch.child("schema"))
                    .ifPresent(schema -> checkSchema(schema, warnings));
        }
    }

    private static void checkSchema(JsonPlace schema, Problems warnings) {
        SchemaSpelling.problems(schema.value())
                .forEach(problem -> warnings.add(schema.at() + problem.pointer(), problem.message()));
    }
}
