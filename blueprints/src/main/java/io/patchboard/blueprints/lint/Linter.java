package io.patchboard.blueprints.lint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.BlueprintWork;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.blueprint.Problems;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.record.Problem;
import java.util.List;
import java.util.Optional;

/** Compiles a blueprint as a kernel does, and also says what is allowed in it but probably not meant. */
public final class Linter {

    /** @param warnings in the order of their places; of an invalid blueprint those that don't depend on its errors */
    public record Linted(CompileResult result, List<Problem> warnings) {}

    private Linter() {}

    public static Linted lint(Json source) {
        CompileResult result = BlueprintCompiler.compile(source);
        if (BlueprintWork.of(source) > BlueprintWork.MOST) {
            return new Linted(result, List.of()); // which is all that is said of it
        }
        Problems warnings = new Problems();
        JsonPlace root = JsonPlace.of(source);
        SchemaWarnings.check(root, warnings);
        PolicyWarnings.check(root, warnings);
        InputReferences.check(root, warnings);
        GateWarnings.check(root, warnings);
        stateSchema(result)
                .ifPresent(schema -> new PathWarnings(
                                root.into("state").into("schema").value(), schema.places())
                        .check(root, warnings));
        if (result instanceof CompileResult.Valid valid) {
            WorkflowChecks.check(valid.blueprint(), warnings);
            MissingItems.check(valid.blueprint(), warnings);
            Trifecta.check(valid.blueprint(), warnings);
            GateWarnings.check(valid.blueprint(), warnings);
        }
        return new Linted(result, warnings.sorted());
    }

    private static Optional<JsonSchema> stateSchema(CompileResult result) {
        return switch (result) {
            case CompileResult.Valid valid -> Optional.of(valid.blueprint().stateSchema());
            case CompileResult.Invalid invalid -> invalid.stateSchema();
        };
    }
}
