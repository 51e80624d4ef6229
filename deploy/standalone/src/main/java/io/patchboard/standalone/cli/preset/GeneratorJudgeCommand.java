package io.patchboard.standalone.cli.preset;

import io.patchboard.blueprints.preset.Preset;
import picocli.CommandLine.Command;

/** {@code preset generator-judge}. */
@Command(
        name = "generator-judge",
        description = {
            "One writes drafts, another grades them by a rubric that the writer never sees; the best of at most 3 drafts is the"
                    + " result.",
            "Writes blueprint.yaml, a workers.yaml with demo workers that let it run at once, or with a model, and a scenario for"
                    + " \"test\"."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 written; 1 wrong usage, or files that are already there.",
            "",
            "Example:",
            "  patchboard preset generator-judge -o generator-judge",
            "  patchboard run generator-judge --set task=\"Name a color.\" --set rubric=\"It is one word.\""
        })
final class GeneratorJudgeCommand extends TemplateCommand {

    GeneratorJudgeCommand() {
        super(Preset.GENERATOR_JUDGE, "--set task=\"Name a color.\" --set rubric=\"It is one word.\"");
    }
}
