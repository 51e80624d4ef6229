package io.patchboard.standalone.cli;

import io.patchboard.standalone.cli.base.ExitCodes;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code patchboard completion}. */
@Command(
        name = "completion",
        description = {
            "Prints a script that completes commands and options in a shell.",
            "In zsh, run \"autoload -U +X bashcompinit && bashcompinit\" before: its script is that of bash."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Example, for ~/.bashrc:",
            "  source <(patchboard completion bash)",
            "For fish:",
            "  patchboard completion fish > ~/.config/fish/completions/patchboard.fish"
        })
final class CompletionCommand implements Callable<Integer> {

    /** Whose completion it is. */
    private enum Shell {
        bash,
        zsh,
        fish
    }

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "One of: ${COMPLETION-CANDIDATES}.")
    private Shell shell;

    @Override
    public Integer call() {
        CommandLine root = spec.root().commandLine();
        root.getOut()
                .print(
                        shell == Shell.fish
                                ? FishCompletion.of(spec.root())
                                : AutoComplete.bash(spec.root().name(), root));
        root.getOut().flush();
        return ExitCodes.OK;
    }
}
