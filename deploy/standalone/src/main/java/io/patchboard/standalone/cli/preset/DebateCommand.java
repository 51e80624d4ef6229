package io.patchboard.standalone.cli.preset;

import io.patchboard.blueprints.preset.Preset;
import picocli.CommandLine.Command;

/** {@code preset debate}. */
@Command(
        name = "debate",
        description = {
            "Two sides with fixed positions argue in at most 3 rounds; somebody without a position draws the conclusion.",
            "Writes blueprint.yaml, a workers.yaml with demo workers that let it run at once, or with a model, and a scenario for"
                    + " \"test\"."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 written; 1 wrong usage, or files that are already there.",
            "",
            "Example:",
            "  patchboard preset debate -o debate",
            "  patchboard run debate --set motion=\"Tea is better than coffee.\""
        })
final class DebateCommand extends TemplateCommand {

    DebateCommand() {
        super(Preset.DEBATE, "--set motion=\"Tea is better than coffee.\"");
    }
}
