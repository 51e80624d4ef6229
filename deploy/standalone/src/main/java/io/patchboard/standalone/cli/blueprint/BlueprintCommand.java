package io.patchboard.standalone.cli.blueprint;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The group of commands on blueprints. */
@Command(
        name = "blueprint",
        description = "Checks, draws and publishes blueprints.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ValidateBlueprint.class,
            GraphBlueprint.class,
            PublishBlueprint.class,
            ListBlueprints.class,
            ShowBlueprint.class,
            DiffBlueprints.class,
            RollOutBlueprint.class,
        },
        footer = {
            "",
            "Examples:",
            "  patchboard blueprint validate blueprint.yaml",
            "  patchboard blueprint graph blueprint.yaml > workflow.mmd",
            "  patchboard blueprint graph --format svg -o workflow.svg blueprint.yaml",
            "  patchboard blueprint publish blueprint.yaml"
        })
public final class BlueprintCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Expected a command on blueprints, but got none.");
    }
}
