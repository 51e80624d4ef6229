package io.patchboard.standalone.cli.preset;

import io.patchboard.blueprints.preset.Preset;
import picocli.CommandLine.Command;

/** {@code preset orchestrator}. */
@Command(
        name = "orchestrator",
        description = {
            "One cuts a goal into briefs, workers carry out one each and see nothing else, a synthesiser puts their reports together.",
            "Writes blueprint.yaml, a workers.yaml with demo workers that let it run at once, or with a model, and a scenario for"
                    + " \"test\"."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 written; 1 wrong usage, or files that are already there.",
            "",
            "Example:",
            "  patchboard preset orchestrator -o orchestrator",
            "  patchboard run orchestrator --set goal=\"Compare tea and coffee.\""
        })
final class OrchestratorCommand extends TemplateCommand {

    OrchestratorCommand() {
        super(Preset.ORCHESTRATOR, "--set goal=\"Compare tea and coffee.\"");
    }
}
