package io.patchboard.standalone.cli.worker;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code worker}. */
@Command(
        name = "worker",
        description = "Tests workers.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {CheckWorker.class},
        footer = {"", "Example:", "  patchboard worker check python3 worker.py"})
public final class WorkerCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    /** In {@code worker check python3 -u worker.py}, {@code -u} is not for PatchBoard. */
    public static void leaveItsOwnOptionsToTheProgram(CommandLine worker) {
        worker.getSubcommands().get("check").setStopAtPositional(true);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Expected a command on workers, but got none.");
    }
}
