package io.patchboard.standalone.cli.factory;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The group of commands on agents. */
@Command(
        name = "factory",
        description = "Finds agents for the tasks of a workflow.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {BindAgents.class},
        footer = {"", "Example:", "  patchboard factory bind workflow.yaml --catalogue catalogue.yaml -o bound"})
public final class FactoryCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Expected a command on agents, but got none.");
    }
}
