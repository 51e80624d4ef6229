package io.patchboard.bench.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The benches of PatchBoard. */
@Command(
        name = "bench",
        description = "Measures what a commit costs, beside its peers.",
        mixinStandardHelpOptions = true,
        subcommands = {
            AllCommand.class,
            CoreCommand.class,
            ServiceCommand.class,
            CapacityCommand.class,
            TracesCommand.class,
            LatencyCommand.class,
            TenantsCommand.class,
            ChangelogCommand.class,
            PeersCommand.class,
            BoardsCommand.class,
            ReadsCommand.class,
            RestartCommand.class,
            TakeoverCommand.class,
            ProfileCommand.class,
            GatewayCommand.class,
            InvitedCommand.class,
            CallsCommand.class,
            ReviewsCommand.class,
            WorkflowsCommand.class,
            StartsCommand.class,
            FuzzCommand.class,
            PlotsCommand.class,
            ReportCommand.class
        })
public final class Bench {

    private Bench() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** The command line, for who runs it in the process. */
    public static CommandLine commandLine() {
        return new CommandLine(new Bench()).setUsageHelpAutoWidth(true);
    }
}
