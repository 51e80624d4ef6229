package io.patchboard.standalone.cli.preset;

import io.patchboard.blueprints.preset.Preset;
import picocli.CommandLine.Command;

/** {@code preset critics}. */
@Command(
        name = "critics",
        description = {
            "Three critics look at a document, each through one lens and blind to the others; a synthesiser grades their"
                    + " critiques.",
            "Writes blueprint.yaml, a workers.yaml with demo workers that let it run at once, or with a model, and a scenario for"
                    + " \"test\"."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 written; 1 wrong usage, or files that are already there.",
            "",
            "Example:",
            "  patchboard preset critics -o critics",
            "  patchboard run critics --set document=\"The sky is green.\""
        })
final class CriticsCommand extends TemplateCommand {

    CriticsCommand() {
        super(Preset.CRITICS, "--set document=\"The sky is green.\"");
    }
}
