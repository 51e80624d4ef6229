package io.patchboard.standalone.cli.workflow;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.record.Problem;
import io.patchboard.workflow.argo.ArgoImport;
import io.patchboard.workflow.asl.AslImport;
import io.patchboard.workflow.blueprint.BlueprintExport;
import io.patchboard.workflow.check.WorkflowChecker;
import io.patchboard.workflow.translation.Imported;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a document says that is to be run: a blueprint, or a workflow, a state machine or an Argo document in its
 * place.
 *
 * @param blueprint absent if there are problems
 * @param problems what the checks have against it, or what cannot be run
 * @param carried what another language says that is not done
 */
public record RunnableWorkflow(Optional<RunnableBlueprint> blueprint, List<Problem> problems, List<Problem> carried) {

    public RunnableWorkflow {
        problems = List.copyOf(problems);
        carried = List.copyOf(carried);
    }

    private RunnableWorkflow(Optional<RunnableBlueprint> blueprint, List<Problem> problems) {
        this(blueprint, problems, List.of());
    }

    /** @param file where it stands; one of another language is called as that is */
    public static RunnableWorkflow of(Json document, Path file) {
        if (document instanceof JsonObject object && object.has("States") && object.has("StartAt")) {
            return imported(AslImport.read(document, Language.nameOf(file)));
        }
        if (ArgoImport.isArgo(document)) {
            return imported(ArgoImport.read(document, Language.nameOf(file)));
        }
        return isWorkflow(document) ? workflow(document) : blueprint(document);
    }

    private static RunnableWorkflow imported(Imported read) {
        if (read.workflow().isEmpty()) {
            return new RunnableWorkflow(Optional.empty(), read.errors().isEmpty() ? read.unsupported() : read.errors());
        }
        JsonObject translation = read.workflow().get();
        RunnableWorkflow translated = workflow(translation);
        return new RunnableWorkflow(
                translated.blueprint(),
                translated.problems().stream()
                        .map(problem -> inTranslation(problem, translation))
                        .toList(),
                read.carried());
    }

    /** Its place is one of the workflow that the document becomes, and not of the file; nodes are called as there. */
    private static Problem inTranslation(Problem problem, JsonObject workflow) {
        Optional<String> node = Optional.empty();
        for (JsonPointer at = JsonPointer.parse(problem.pointer()); node.isEmpty() && !at.isRoot(); at = at.parent()) {
            node = at.resolve(workflow).flatMap(json -> JsonPlace.of(json).text("id"));
        }
        return new Problem(
                "",
                node.map(id -> "\"" + id + "\": ").orElse("")
                        + problem.message()
                        + (problem.pointer().isEmpty()
                                ? ""
                                : " This is at " + problem.pointer() + " of the workflow that it becomes, which"
                                        + " \"patchboard workflow import\" prints."));
    }

    private static boolean isWorkflow(Json document) {
        return document instanceof JsonObject object && object.has("nodes") && !object.has("apiVersion");
    }

    private static RunnableWorkflow blueprint(Json document) {
        return switch (BlueprintCompiler.compile(document)) {
            case CompileResult.Valid valid ->
                new RunnableWorkflow(Optional.of(RunnableBlueprint.alone(valid.blueprint())), List.of());
            case CompileResult.Invalid invalid -> new RunnableWorkflow(Optional.empty(), invalid.problems());
        };
    }

    private static RunnableWorkflow workflow(Json document) {
        WorkflowChecker.Result checked = WorkflowChecker.check(document);
        if (!checked.isValid()) {
            return new RunnableWorkflow(Optional.empty(), checked.errors());
        }
        BlueprintExport.Result written =
                BlueprintExport.write(checked.workflow().orElseThrow());
        Optional<RunnableBlueprint> blueprint = written.blueprint()
                .map(whole -> new RunnableBlueprint(
                        compiled(whole),
                        written.parts().stream().map(part -> compiled(part)).toList(),
                        written.evaluating()));
        return new RunnableWorkflow(blueprint, written.unsupported());
    }

    /** An export is valid, or says why not. */
    private static Blueprint compiled(JsonObject exported) {
        return ((CompileResult.Valid) BlueprintCompiler.compile(exported)).blueprint();
    }
}
