package io.patchboard.standalone.cli.workflow;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Problem;
import io.patchboard.standalone.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.blueprint.BlueprintText;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import io.patchboard.standalone.screen.Look;
import io.patchboard.standalone.screen.Style;
import io.patchboard.standalone.screen.Text;
import io.patchboard.text.ShellWord;
import io.patchboard.workflow.check.WorkflowChecker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code workflow check}. */
@Command(
        name = "check",
        description = {
            "Checks a workflow and prints every error at once, each with its JSON Pointer.",
            "It has to be well-formed: sequences without circles, branches with guards that are true or false, a policy"
                    + " for each node, outputs that the next node takes as input; and its retries, timeouts, loops,"
                    + " compensations and idempotency keys have to be safe.",
            "What can be neither proved nor refuted is said, and is no error."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 well-formed, 6 not so, 1 no such file.",
            "",
            "Example:",
            "  patchboard workflow check workflow.yaml"
        })
final class CheckWorkflow implements Callable<Integer> {

    /** What is said of one place. */
    private record Remark(Problem problem, Optional<Integer> line) {

        JsonObject json() {
            JsonObject json = problem.toJson();
            return line.map(number -> json.with("line", Json.of((long) number))).orElse(json);
        }
    }

    @Mixin
    private OutputOptions options;

    @Parameters(paramLabel = "FILE", description = "The workflow: YAML, or JSON if the name ends in .json.")
    private Path file;

    @Override
    public Integer call() {
        List<Remark> errors = new ArrayList<>();
        List<Remark> undecided = new ArrayList<>();
        try {
            BlueprintText loaded = BlueprintFile.load(file, "workflow");
            if (isBlueprint(loaded.document())) {
                errors.add(new Remark(notAWorkflow(), loaded.line("")));
            } else {
                WorkflowChecker.Result result = WorkflowChecker.check(loaded.document());
                result.errors().forEach(found -> errors.add(new Remark(found, loaded.line(found.pointer()))));
                result.undecided().forEach(found -> undecided.add(new Remark(found, loaded.line(found.pointer()))));
            }
        } catch (BlueprintSyntaxException e) {
            errors.add(new Remark(new Problem("", e.getMessage()), e.line()));
        }
        Output output = options.output();
        if (output.isJson()) {
            output.document(JsonObject.builder()
                    .put("valid", errors.isEmpty())
                    .put("errors", array(errors))
                    .put("undecided", array(undecided))
                    .build());
        } else {
            print(errors, undecided, output);
        }
        return errors.isEmpty() ? ExitCodes.OK : ExitCodes.INVALID;
    }

    /** All that it lacks of a workflow would hide what it is. */
    private static boolean isBlueprint(Json document) {
        return document instanceof JsonObject object && object.has("apiVersion") && object.has("workers");
    }

    private Problem notAWorkflow() {
        return new Problem(
                "",
                "Expected a workflow, which has nodes and edges, but this is a blueprint. \"patchboard blueprint validate "
                        + ShellWord.of(file.toString()) + "\" checks it.");
    }

    private static JsonArray array(List<Remark> remarks) {
        return JsonArray.copyOf(remarks.stream().map(Remark::json).toList());
    }

    private void print(List<Remark> errors, List<Remark> undecided, Output output) {
        Look look = output.look();
        errors.forEach(error -> output.line(look.paint(Style.BAD, line(error, "error"))));
        undecided.forEach(open -> output.line(look.paint(Style.DIM, line(open, "undecided"))));
        String count = errors.size() + (errors.size() == 1 ? " error" : " errors");
        String verdict = errors.isEmpty() ? look.paint(Style.GOOD, "well-formed") : look.paint(Style.BAD, count);
        output.line(file + ": " + verdict + (undecided.isEmpty() ? "" : ", " + undecided.size() + " undecided"));
    }

    /** As compilers print theirs, so that editors find the place. */
    private String line(Remark remark, String kind) {
        String where = file + remark.line().map(number -> ":" + number).orElse("");
        String pointer = remark.problem().pointer().isEmpty()
                ? ""
                : " at " + remark.problem().pointer();
        return Text.printable(
                where + ": " + kind + pointer + ": " + remark.problem().message());
    }
}
