package io.patchboard.blueprints.lint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.blueprint.Node;
import io.patchboard.kernel.blueprint.Problems;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.kernel.schema.SchemaCompileException;
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
        Problems warnings = new Problems();
        Node root = new Node(source, JsonPointer.ROOT);
        stateSchema(root, result)
                .ifPresent(schema -> new PathWarnings(
                                root.child("state")
                                        .orElseThrow()
                                        .child("schema")
                                        .orElseThrow()
                                        .value(),
                                schema.places())
                        .check(root, warnings));
        if (result instanceof CompileResult.Valid valid) {
            WorkflowChecks.check(valid.blueprint(), warnings);
        }
        return new Linted(result, warnings.sorted());
    }

    private static Optional<JsonSchema> stateSchema(Node root, CompileResult result) {
        return switch (result) {
            case CompileResult.Valid valid -> Optional.of(valid.blueprint().stateSchema());
            case CompileResult.Invalid invalid ->
                root.child("state").flatMap(state -> state.child("schema")).flatMap(Linter::compiled);
        };
    }

    private static Optional<JsonSchema> compiled(Node schema) {
        try {
            return Optional.of(JsonSchema.compile(schema.value()));
        } catch (SchemaCompileException e) {
            return Optional.empty(); // which the result says
        }
    }
}
