package io.patchboard.standalone.cli.blueprint;

import io.patchboard.blueprints.graph.WorkflowGraph;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.standalone.blueprint.Picture;
import io.patchboard.standalone.blueprint.PictureTooLargeException;
import io.patchboard.standalone.blueprint.SvgWriter;
import io.patchboard.standalone.blueprint.Verdict;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code blueprint graph}. */
@Command(
        name = "graph",
        description = {
            "Draws a blueprint, as a Mermaid flowchart or as SVG: rules, the workers that they invoke, the paths that those"
                    + " may write, and the rules that such a write can trigger.",
            "With --json it prints the nodes and edges instead."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  patchboard blueprint graph blueprint.yaml > workflow.mmd",
            "  patchboard blueprint graph --format svg -o workflow.svg blueprint.yaml"
        })
final class GraphBlueprint implements Callable<Integer> {

    /** How it is drawn. */
    enum Format {
        mermaid,
        svg
    }

    @Spec
    private CommandSpec spec;

    @Mixin
    private OutputOptions options;

    @Option(names = "--format", paramLabel = "FORMAT", description = "mermaid (the default) or svg.")
    private Optional<Format> format = Optional.empty();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write there instead of to stdout.")
    private Optional<Path> target = Optional.empty();

    @Parameters(paramLabel = "FILE", description = "The blueprint: YAML, or JSON if the name ends in .json.")
    private Path file;

    @Override
    public Integer call() {
        Output output = options.output();
        if (output.isJson() && (format.isPresent() || target.isPresent())) {
            throw new ParameterException(
                    spec.commandLine(), "Expected --json alone, but got it with --format or --output.");
        }
        Verdict verdict = BlueprintFile.verdict(file);
        if (!verdict.valid()) {
            verdict.errors().forEach(error -> output.progress(BlueprintFile.line(file, error, "error")));
            return ExitCodes.INVALID;
        }
        Blueprint blueprint = verdict.blueprint().orElseThrow();
        if (output.isJson()) {
            output.document(WorkflowGraph.of(blueprint).json());
        } else if (target.isPresent()) {
            write(draw(blueprint), target.get());
            output.progress("Wrote " + target.get() + ".");
        } else {
            draw(blueprint).lines().forEach(output::line);
        }
        return ExitCodes.OK;
    }

    private String draw(Blueprint blueprint) {
        try {
            return format.orElse(Format.mermaid) == Format.svg
                    ? SvgWriter.write(Picture.of(blueprint))
                    : String.join("\n", WorkflowGraph.of(blueprint).mermaid()) + "\n";
        } catch (PictureTooLargeException e) {
            throw CliException.failed(e.getMessage());
        }
    }

    private static void write(String text, Path target) {
        try {
            Files.writeString(target, text);
        } catch (IOException e) {
            throw CliException.failed("Expected to write the graph to " + target + ", but " + FileTrouble.of(e) + ".");
        }
    }
}
