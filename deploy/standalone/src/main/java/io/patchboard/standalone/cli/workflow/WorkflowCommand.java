package io.patchboard.standalone.cli.workflow;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The group of commands on workflows. */
@Command(
        name = "workflow",
        description = "Checks workflows, translates them, and runs them.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            CheckWorkflow.class,
            ExportWorkflow.class,
            ImportWorkflow.class,
        },
        footer = {"", "Example:", "  patchboard workflow check workflow.yaml"})
public final class WorkflowCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Expected a command on workflows, but got none.");
    }
}
