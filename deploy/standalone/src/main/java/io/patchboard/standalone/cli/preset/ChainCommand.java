package io.patchboard.standalone.cli.preset;

import io.patchboard.blueprints.preset.Preset;
import picocli.CommandLine.Command;

/** {@code preset chain}. */
@Command(
        name = "chain",
        description = {
            "Three steps in a fixed order with a gate after each: what does not pass goes no further.",
            "Writes blueprint.yaml, a workers.yaml with demo workers that let it run at once, or with a model, and a scenario for"
                    + " \"test\"."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 written; 1 wrong usage, or files that are already there.",
            "",
            "Example:",
            "  patchboard preset chain -o chain",
            "  patchboard run chain --set document=\"The sky is green.\""
        })
final class ChainCommand extends TemplateCommand {

    ChainCommand() {
        super(Preset.CHAIN, "--set document=\"The sky is green.\"");
    }
}
