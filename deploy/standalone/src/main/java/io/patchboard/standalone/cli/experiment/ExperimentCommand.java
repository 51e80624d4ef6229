package io.patchboard.standalone.cli.experiment;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The group of commands on experiments. */
@Command(
        name = "experiment",
        description = "The paper's experiments.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            AllCommand.class,
            AlfworldCommand.class,
            HotpotqaCommand.class,
            JobShopCommand.class,
            ReportCommand.class
        },
        footer = {
            "",
            "Examples:",
            "  patchboard experiment all --quick",
            "  patchboard experiment alfworld --quick",
            "  patchboard experiment hotpotqa --quick",
            "  patchboard experiment job-shop --time 2s"
        })
public final class ExperimentCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Expected a command on experiments, but got none.");
    }
}
