package io.patchboard.workflow.blueprint;

import io.patchboard.json.JsonObject;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.record.Problem;
import io.patchboard.workflow.ir.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes workflows as blueprints.
 */
public final class BlueprintExport {

    private BlueprintExport() {}

    /**
     * What became of a workflow.
     *
     * @param blueprint absent if anything is unsupported
     * @param evaluating the workers that only evaluate what states say of data; a {@code StateEvaluator} answers for
     *     them
     * @param parts blueprints of the boards that a board of it has made for it; they have to be published
     * @param unsupported what a blueprint cannot say
     */
    public record Result(
            Optional<JsonObject> blueprint, List<JsonObject> parts, Set<String> evaluating, List<Problem> unsupported) {

        public Result {
            parts = List.copyOf(parts);
            evaluating = Set.copyOf(evaluating);
            unsupported = List.copyOf(unsupported);
        }
    }

    /** Writes a workflow that {@code workflow check} has nothing against. */
    public static Result write(Workflow said) {
        Workflow workflow = WorkerNames.of(said);
        boolean evaluated = MachineFields.areEvaluated(workflow);
        Result result = write(workflow, evaluated);
        if (evaluated || result.blueprint().isPresent() || !MachineFields.areOf(workflow)) {
            return result;
        }
        // What a kernel has no word for, workers that evaluate it may do.
        Result other = write(workflow, true);
        return other.unsupported().size() < result.unsupported().size() ? other : result;
    }

    private static Result write(Workflow workflow, boolean evaluated) {
        List<Problem> unsupported = new ArrayList<>();
        Parts parts = new Parts();
        Set<String> evaluating = new TreeSet<>();
        JsonObject blueprint = evaluated
                ? MachineForm.of(workflow, parts, evaluating, unsupported)
                : new GraphForm(workflow, Within.WHOLE, parts, unsupported).blueprint(workflow.name());
        if (unsupported.isEmpty()) {
            parts.all().forEach(part -> compile(part, unsupported));
            compile(blueprint, unsupported);
        }
        return unsupported.isEmpty()
                ? new Result(Optional.of(blueprint), parts.all(), evaluating, List.of())
                : new Result(Optional.empty(), List.of(), Set.of(), unsupported);
    }

    private static void compile(JsonObject blueprint, List<Problem> unsupported) {
        if (BlueprintCompiler.compile(blueprint) instanceof CompileResult.Invalid invalid) {
            invalid.problems()
                    .forEach(problem -> unsupported.add(new Problem(
                            "", "Its blueprint would be wrong at " + problem.pointer() + ": " + problem.message())));
        }
    }
}
