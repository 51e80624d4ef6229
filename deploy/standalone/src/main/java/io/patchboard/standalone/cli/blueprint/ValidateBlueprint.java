package io.patchboard.standalone.cli.blueprint;

import io.patchboard.gateway.config.ConfigException;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.json.Json;
import io.patchboard.standalone.blueprint.Verdict;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Isolation;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.base.UnusableFile;
import io.patchboard.standalone.screen.Look;
import io.patchboard.standalone.screen.Style;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code blueprint validate}. */
@Command(
        name = "validate",
        description = {
            "Compiles a blueprint and prints every error at once, each with its JSON Pointer.",
            "Warnings are about what is allowed but probably not meant: rules that never end or never begin, workers"
                    + " nobody invokes, paths the schema has no place for, contracts that overlap.",
            "For each condition it says when it is evaluated, and with what its cost grows."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 valid, also with warnings; 6 invalid; 1 no such file.",
            "",
            "Example:",
            "  patchboard blueprint validate blueprint.yaml"
        })
final class ValidateBlueprint implements Callable<Integer> {

    @Mixin
    private OutputOptions options;

    @Parameters(paramLabel = "FILE", description = "The blueprint: YAML, or JSON if the name ends in .json.")
    private Path file;

    @Option(
            names = "--workers",
            paramLabel = "FILE",
            description =
                    "A workers file: warns of validators that are the same model or program as whom they validate.")
    private Optional<Path> workers = Optional.empty();

    @Override
    public Integer call() {
        Output output = options.output();
        Verdict verdict = isolated(BlueprintFile.verdict(file), output);
        if (output.isJson()) {
            output.document(verdict.json());
        } else {
            print(verdict, output);
        }
        return verdict.valid() ? ExitCodes.OK : ExitCodes.INVALID;
    }

    /** The verdict with what is to be said of those who validate, as far as it is known who they are. */
    private Verdict isolated(Verdict verdict, Output output) {
        if (workers.isEmpty() || !verdict.valid()) {
            return verdict;
        }
        try {
            Json source = verdict.blueprint().orElseThrow().source();
            List<Verdict.Remark> warnings = new ArrayList<>(verdict.warnings());
            Isolation.warnings(source, WorkersFile.load(workers.get()).workers())
                    .forEach(warning ->
                            warnings.add(new Verdict.Remark(warning.pointer(), Optional.empty(), warning.message())));
            return new Verdict(
                    verdict.blueprint(), verdict.errors(), warnings, verdict.conditions(), verdict.destructions());
        } catch (ConfigException e) {
            throw UnusableFile.of(workers.get(), e, output);
        }
    }

    private void print(Verdict verdict, Output output) {
        Look look = output.look();
        verdict.errors().forEach(error -> output.line(look.paint(Style.BAD, BlueprintFile.line(file, error, "error"))));
        verdict.warnings()
                .forEach(warning ->
                        output.line(look.paint(Style.CHANGED, BlueprintFile.line(file, warning, "warning"))));
        verdict.conditions()
                .forEach(condition ->
                        output.line(look.paint(Style.DIM, BlueprintFile.line(file, condition.remark(), "info"))));
        verdict.destructions()
                .forEach(found -> output.line(look.paint(Style.DIM, BlueprintFile.line(file, found.remark(), "info"))));
        int errors = verdict.errors().size();
        int warnings = verdict.warnings().size();
        String result =
                verdict.valid() ? look.paint(Style.GOOD, "valid") : look.paint(Style.BAD, count(errors, "error"));
        output.line(file + ": " + result
                + (warnings == 0 ? "" : ", " + look.paint(Style.CHANGED, count(warnings, "warning"))));
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
