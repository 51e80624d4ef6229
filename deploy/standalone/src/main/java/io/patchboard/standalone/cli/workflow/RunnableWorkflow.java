package io.patchboard.standalone.cli.workflow;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.workflow.blueprint.BlueprintExport;
import io.patchboard.workflow.check.WorkflowChecker;

/** A workflow where a blueprint is wanted. */
public final class RunnableWorkflow {

    private RunnableWorkflow() {}

    /** Whether a document says that it is a workflow. */
    public static boolean isWorkflow(Json document) {
        return document instanceof JsonObject object && object.has("nodes") && !object.has("apiVersion");
    }

    /** Its blueprint, or what the checks have against it, or what cannot be run. */
    public static CompileResult compile(Json document) {
        WorkflowChecker.Result checked = WorkflowChecker.check(document);
        if (!checked.isValid()) {
            return new CompileResult.Invalid(checked.errors());
        }
        BlueprintExport.Result written =
                BlueprintExport.write(checked.workflow().orElseThrow());
        return written.blueprint()
                .map(blueprint -> BlueprintCompiler.compile(blueprint))
                .orElseGet(() -> new CompileResult.Invalid(written.unsupported()));
    }
}
