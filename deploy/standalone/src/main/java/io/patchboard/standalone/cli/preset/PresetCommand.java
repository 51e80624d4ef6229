package io.patchboard.standalone.cli.preset;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The group of presets. */
@Command(
        name = "preset",
        description = "Writes ready-made blueprints, each with its workers file.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            BlackboardCommand.class,
            GeneratorJudgeCommand.class,
            CriticsCommand.class,
            DebateCommand.class,
            ChainCommand.class,
            ParallelCommand.class,
            OrchestratorCommand.class,
            LoopCommand.class
        },
        footer = {
            "",
            "Example:",
            "  patchboard preset blackboard --agents analyst,critic --decider editor -o team",
            "  patchboard run team --set problem=\"Why is the sky blue?\""
        })
public final class PresetCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Expected the name of a preset, but got none.");
    }
}
