package io.patchboard.standalone.cli;

import io.patchboard.standalone.cli.analytics.RejectionsCommand;
import io.patchboard.standalone.cli.architect.ArchitectCommand;
import io.patchboard.standalone.cli.archive.ArchiveCommand;
import io.patchboard.standalone.cli.base.DurationConverter;
import io.patchboard.standalone.cli.base.ExceptionMapper;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.TextConverter;
import io.patchboard.standalone.cli.blob.BlobCommand;
import io.patchboard.standalone.cli.blueprint.BlueprintCommand;
import io.patchboard.standalone.cli.board.ApprovalsCommand;
import io.patchboard.standalone.cli.board.BoardCommand;
import io.patchboard.standalone.cli.experiment.ExperimentCommand;
import io.patchboard.standalone.cli.factory.FactoryCommand;
import io.patchboard.standalone.cli.preset.PresetCommand;
import io.patchboard.standalone.cli.replay.AnchorCommand;
import io.patchboard.standalone.cli.replay.ReplayCommand;
import io.patchboard.standalone.cli.scenario.RecordCommand;
import io.patchboard.standalone.cli.scenario.TestCommand;
import io.patchboard.standalone.cli.whatif.AskAgainCommand;
import io.patchboard.standalone.cli.whatif.WhatIfCommand;
import io.patchboard.standalone.cli.worker.WorkerCommand;
import io.patchboard.standalone.cli.workflow.WorkflowCommand;
import io.patchboard.standalone.logging.LogFormat;
import io.patchboard.standalone.logging.LogLevel;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The root command. */
@Command(
        name = "patchboard",
        description = "A transactional blackboard for teams of LLM agents and programs, on Kafka.",
        mixinStandardHelpOptions = true,
        versionProvider = PatchBoard.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DemoCommand.class,
            UpCommand.class,
            RunCommand.class,
            KernelCommand.class,
            GatewayCommand.class,
            ServerCommand.class,
            LimitsCommand.class,
            BoardCommand.class,
            ApprovalsCommand.class,
            ProposeCommand.class,
            SendCommand.class,
            SourcesCommand.class,
            ChildrenCommand.class,
            SubscribeCommand.class,
            McpCommand.class,
            ReplayCommand.class,
            AnchorCommand.class,
            ArchiveCommand.class,
            WhatIfCommand.class,
            AskAgainCommand.class,
            RejectionsCommand.class,
            BlobCommand.class,
            SealCommand.class,
            EraseCommand.class,
            InitCommand.class,
            BlueprintCommand.class,
            TestCommand.class,
            RecordCommand.class,
            WorkflowCommand.class,
            FactoryCommand.class,
            ExperimentCommand.class,
            WorkerCommand.class,
            PresetCommand.class,
            ArchitectCommand.class,
            DoctorCommand.class,
            AclCommand.class,
            KeysCommand.class,
            FaultsCommand.class,
            SchemaCommand.class,
            CompletionCommand.class,
            HelpCommand.class,
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:wrong usage, no connection, or anything else that kept the command from its work",
            "2:the board ended short of its goal: halted or cancelled",
            "3:unknown board",
            "4:rejected by the kernel",
            "5:the replay differs from the log",
            "6:invalid blueprint or workflow",
            "7:a worker breaks the contract, or a scenario is not as expected",
            "8:verdicts flip under another blueprint",
            "9:the board, or one that it waits for, waits for a person's decision or answer",
            "130:interrupted before it was done, as by Ctrl-C"
        },
        footer = {"", "Data goes to stdout, progress to stderr. docs/cli.md has every option and variable."})
public final class PatchBoard implements Runnable {

    /** They ask about others or run them. */
    private static final Set<Class<?>> SEE_ALL =
            Set.of(HelpCommand.class, CompletionCommand.class, ExperimentCommand.class, ArchitectCommand.class);

    @Spec
    private CommandSpec spec;

    public static void main(String[] args) {
        Map<String, String> environment = System.getenv();
        LogLevel.problem(environment).or(() -> LogFormat.problem(environment)).ifPresent(problem -> {
            System.err.println(problem);
            System.exit(ExitCodes.FAILED);
        });
        System.exit(run(new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err), args));
    }

    static int run(OutputStream stdout, OutputStream stderr, String... args) {
        Stdout data = new Stdout(stdout);
        PrintWriter out = Stdout.writer(data);
        PrintWriter err = Stdout.writer(stderr);
        int exitCode = commandLine(args).setOut(out).setErr(err).execute(args);
        out.flush();
        return data.exitCode(exitCode, err);
    }

    /**
     * With the one command that the arguments name, since reading what all of them take costs more than most of them
     * do; with all where that is not enough.
     */
    public static CommandLine commandLine(String... args) {
        return Stream.of(PatchBoard.class.getAnnotation(Command.class).subcommands())
                .filter(command -> args.length > 0 && name(command).equals(args[0]) && !SEE_ALL.contains(command))
                .findFirst()
                .map(command -> prepared(new CommandLine(CommandSpec.wrapWithoutInspection(new PatchBoard())
                                .name(name(PatchBoard.class))
                                .mixinStandardHelpOptions(true))
                        .addSubcommand(command)))
                .orElseGet(PatchBoard::commandLine);
    }

    public static CommandLine commandLine() {
        return prepared(new CommandLine(new PatchBoard()));
    }

    private static String name(Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }

    private static CommandLine prepared(CommandLine commandLine) {
        ExceptionMapper exceptions = new ExceptionMapper();
        Map<String, CommandLine> commands = commandLine.getSubcommands();
        Optional.ofNullable(commands.get("workflow")).ifPresent(workflow -> workflow.addSubcommand(new RunCommand()));
        Optional.ofNullable(commands.get("worker")).ifPresent(WorkerCommand::leaveItsOwnOptionsToTheProgram);
        commandLine.getCommandSpec().versionProvider(new Version());
        keepVersionToItself(commandLine);
        TextConverter.register(commandLine);
        return commandLine
                .registerConverter(Duration.class, new DurationConverter())
                .setExecutionStrategy(PatchBoard::execute)
                .setExitCodeExceptionMapper(e -> ExitCodes.FAILED)
                .setParameterExceptionHandler(exceptions)
                .setExecutionExceptionHandler(exceptions)
                .setAbbreviatedOptionsAllowed(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true);
    }

    /** Help is given on what there is: with it, the parser lets pass what it does not know. */
    private static int execute(ParseResult given) {
        for (ParseResult part = given; part != null; part = part.subcommand()) {
            if (!part.unmatched().isEmpty()) {
                throw new UnmatchedArgumentException(part.commandSpec().commandLine(), part.unmatched());
            }
        }
        return new CommandLine.RunLast().execute(given);
    }

    /** The program says its version; asked of a command, as that of a board may be meant, it would do nothing else. */
    private static void keepVersionToItself(CommandLine command) {
        for (CommandLine part : command.getSubcommands().values()) {
            part.getCommandSpec().options().stream()
                    .filter(OptionSpec::versionHelp)
                    .toList()
                    .forEach(part.getCommandSpec()::remove);
            keepVersionToItself(part);
        }
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Expected a command, but got none.");
    }

    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = PatchBoard.class.getPackage().getImplementationVersion();
            return new String[] {"PatchBoard " + (version == null ? "(not packaged)" : version)};
        }
    }
}
