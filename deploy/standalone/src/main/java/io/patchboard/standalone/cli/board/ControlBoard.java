package io.patchboard.standalone.cli.board;

import io.patchboard.client.ask.Request;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.Command;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.Raise;
import io.patchboard.record.ReopenBoard;
import io.patchboard.record.ResumeBoard;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ConnectionOptions;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.base.SpeakerOptions;
import io.patchboard.standalone.screen.EntryPrinter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sends one command on a board and waits for its outcome. */
abstract class ControlBoard implements Callable<Integer> {

    @Mixin
    private ConnectionOptions connection;

    @Mixin
    private OutputOptions options;

    @Parameters(paramLabel = "ID", description = "The board.")
    private String boardId;

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            description = "Why; kept in the board's log. Required by all but pause, resume and cancel.")
    private Optional<String> reason = Optional.empty();

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            defaultValue = "30s",
            description = "How long to wait for the outcome, such as 30s or PT30S. Default: ${DEFAULT-VALUE}")
    private Duration timeout;

    @Mixin
    private SpeakerOptions speaker;

    /** @param header that says who asks what of which board */
    abstract Command command(CommandHeader header, Cluster cluster, Output output);

    @Override
    public Integer call() {
        Output output = options.output();
        CommandHeader header = new CommandHeader(
                UUID.randomUUID().toString(), boardId, Optional.of(speaker.by()), reason, Optional.empty());
        try (Cluster cluster = Cluster.connect(connection)) {
            Command command = speaker.signed(command(header, cluster, output), cluster.connection());
            return tell(decided(command, cluster, timeout, output), cluster, output);
        }
    }

    /** Says what became of the command. */
    int tell(LogEntry outcome, Cluster cluster, Output output) {
        show(outcome, output);
        return ExitCodes.OK;
    }

    /** @throws CliException if it was not said why */
    static CommandHeader reasoned(CommandHeader header, String what) {
        if (header.reason().filter(why -> !why.isBlank()).isEmpty()) {
            throw CliException.failed("Expected --reason TEXT: why the board is " + what + ".");
        }
        return header;
    }

    /** What became of it, if that is what it asked for. */
    static LogEntry decided(Command command, Cluster cluster, Duration timeout, Output output) {
        LogEntry outcome = cluster.ask(Request.of(command, false), timeout).orElseThrow(() -> noOutcome(timeout));
        if (outcome.event() instanceof CommandRejected rejected) {
            throw refused(rejected, command.boardId(), cluster, output);
        }
        return outcome;
    }

    static void show(LogEntry outcome, Output output) {
        if (output.isJson()) {
            output.document(outcome.toJson());
        } else {
            new EntryPrinter(output.look(), EntryPrinter.Time.UTC)
                    .lines(outcome)
                    .forEach(output::line);
        }
    }

    private static CliException noOutcome(Duration timeout) {
        return CliException.failed("Expected an outcome of the command within " + timeout.toSeconds()
                + " s, but none came. Is a kernel running? The command was sent, and may still be carried out.");
    }

    private static CliException refused(CommandRejected rejected, String boardId, Cluster cluster, Output output) {
        int code = ExitCodes.of(rejected.rejection());
        String question = code == ExitCodes.UNKNOWN_BOARD
                ? OtherBoards.of(cluster, output).question(boardId)
                : "";
        return new CliException(code, rejected.rejection().message() + question);
    }

    /** {@code board pause}. */
    @CommandLine.Command(
            name = "pause",
            description = "Stops inviting workers to a board, and keeps answers out, until it is resumed.",
            mixinStandardHelpOptions = true,
            footer = {"", "Example:", "  patchboard board pause review-7 --reason \"the budget is to be discussed\""})
    static final class Pause extends ControlBoard {

        @Override
        Command command(CommandHeader header, Cluster cluster, Output output) {
            return new PauseBoard(header);
        }
    }

    /** {@code board resume}. */
    @CommandLine.Command(
            name = "resume",
            description = "Lets a paused board go on; its deadlines move by as long as it was paused.",
            mixinStandardHelpOptions = true,
            footer = {"", "Example:", "  patchboard board resume review-7"})
    static final class Resume extends ControlBoard {

        @Override
        Command command(CommandHeader header, Cluster cluster, Output output) {
            return new ResumeBoard(header);
        }
    }

    /** {@code board reopen}. */
    @CommandLine.Command(
            name = "reopen",
            description = {
                "Lets a board go on that was halted or cancelled. Who was at work, was to be, or had spent his attempts is"
                        + " invited again; rules do not fire again.",
                "A budget that was used up is raised with it, or it ends the board again."
            },
            mixinStandardHelpOptions = true,
            footer = {
                "",
                "Example:",
                "  patchboard board reopen review-7 --raise tokens=500000 --reason \"the model is back\""
            })
    static final class Reopen extends ControlBoard {

        @Option(
                names = "--raise",
                paramLabel = "BUDGET=MOST",
                converter = RaiseConverter.class,
                description = "Another bound for a budget, in all, by the name that the end says: tokens=500000,"
                        + " workers/senior/tokens=90000, duration=2h. May be repeated.")
        private List<Raise> raised = new ArrayList<>();

        @Override
        Command command(CommandHeader header, Cluster cluster, Output output) {
            return new ReopenBoard(reasoned(header, "reopened"), raised);
        }
    }

    /** {@code board cancel}. */
    @CommandLine.Command(
            name = "cancel",
            description = "Ends a board, after what it has done is undone where its blueprint says how. "
                    + "Its log and its state stay readable.",
            mixinStandardHelpOptions = true,
            footer = {"", "Example:", "  patchboard board cancel review-7 --reason \"asked the wrong question\""})
    static final class Cancel extends ControlBoard {

        @Override
        Command command(CommandHeader header, Cluster cluster, Output output) {
            return new CancelBoard(header);
        }
    }
}
