package io.patchboard.standalone.cli.board;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The group of commands on boards. */
@Command(
        name = "board",
        description = "Shows and controls boards.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ListBoards.class,
            ShowBoard.class,
            ShowState.class,
            ShowLog.class,
            WatchBoard.class,
            DiffStates.class,
            ShowHistory.class,
            ShowEntry.class,
            ShowCauses.class,
            ShowProgress.class,
            SettleCall.class,
            ControlBoard.Pause.class,
            ControlBoard.Resume.class,
            ControlBoard.Cancel.class,
            ControlBoard.Reopen.class,
            ResolveBoard.class,
            EditState.class,
            MarkState.class,
            RestoreState.class,
            ForkBoard.class,
            AmendBoard.class,
        },
        footer = {
            "",
            "Examples:",
            "  patchboard board list",
            "  patchboard board show review-7",
            "  patchboard board watch review-7",
            "  patchboard board diff review-7 3 9",
            "  patchboard board why review-7 12",
            "  patchboard board history review-7 /claims/0/verdict"
        })
public final class BoardCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Expected a command on boards, but got none.");
    }
}
