package io.patchboard.standalone.cli.base;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Mixin of every command that prints data: {@code --json}. */
public final class OutputOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--json",
            description = "Print JSON and nothing else on stdout: one document, or one on each line for streams.")
    private boolean json;

    public Output output() {
        return Output.of(command.commandLine(), json);
    }
}
