package io.patchboard.standalone.cli.preset;

import io.patchboard.blueprints.preset.Preset;
import picocli.CommandLine.Command;

/** {@code preset loop}. */
@Command(
        name = "loop",
        description = {
            "Planner, maker and checker go round until a judge who is none of them ends it; the best work is the result.",
            "Writes blueprint.yaml, a workers.yaml with demo workers that let it run at once, or with a model, and a scenario for"
                    + " \"test\"."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 written; 1 wrong usage, or files that are already there.",
            "",
            "Example:",
            "  patchboard preset loop -o loop",
            "  patchboard run loop --set task=\"Write a haiku.\""
        })
final class LoopCommand extends TemplateCommand {

    LoopCommand() {
        super(Preset.LOOP, "--set task=\"Write a haiku.\"");
    }
}
