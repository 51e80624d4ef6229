package io.patchboard.standalone.cli.preset;

import io.patchboard.blueprints.preset.Preset;
import picocli.CommandLine.Command;

/** {@code preset parallel}. */
@Command(
        name = "parallel",
        description = {
            "Pieces are worked on side by side, 4 at once; the report tells of those that failed.",
            "Writes blueprint.yaml, a workers.yaml with demo workers that let it run at once, or with a model, and a scenario for"
                    + " \"test\"."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 written; 1 wrong usage, or files that are already there.",
            "",
            "Example:",
            "  patchboard preset parallel -o parallel",
            "  patchboard run parallel --set task=\"Translate.\" --set 'pieces=[{\"text\": \"one\"}, {\"text\": \"two\"}]'"
        })
final class ParallelCommand extends TemplateCommand {

    ParallelCommand() {
        super(Preset.PARALLEL, "--set task=\"Translate.\" --set 'pieces=[{\"text\": \"one\"}, {\"text\": \"two\"}]'");
    }
}
