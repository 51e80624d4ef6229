package io.patchboard.standalone.cli;

import io.patchboard.client.log.LogRecord;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Ending;
import io.patchboard.standalone.cli.base.ExceptionMapper;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.run.BoardRun;
import io.patchboard.standalone.screen.EntryPrinter;
import io.patchboard.standalone.screen.Look;
import io.patchboard.standalone.screen.Pulse;
import io.patchboard.standalone.screen.Screen;
import io.patchboard.standalone.screen.Tally;
import io.patchboard.standalone.screen.Text;
import io.patchboard.text.ShellWord;
import java.io.PrintWriter;
import java.util.Optional;
import org.apache.kafka.common.errors.TimeoutException;

/** What {@code run} shows of its board, and how it ends with it. */
final class FollowedRun implements BoardRun.Watcher {

    private final String boardId;
    private final Output out;
    private final Optional<RunPlace> place;
    private final Screen screen;
    private final EntryPrinter printer;
    private final Tally tally = new Tally();
    private Optional<LogEntry> told = Optional.empty();

    /** @param place where the board is meanwhile, if it is followed on while it waits for a person */
    FollowedRun(String boardId, Output out, PrintWriter errors, Optional<RunPlace> place) {
        this.boardId = boardId;
        this.out = out;
        this.place = place;
        Look look = out.look();
        this.screen = new Screen(errors, look);
        this.printer = new EntryPrinter(look, EntryPrinter.Time.ELAPSED);
    }

    Pulse start() {
        if (!out.isJson()) {
            EntryPrinter.legend(out.look()).forEach(screen::print);
            screen.print("");
        }
        return Pulse.start(screen, tally::line);
    }

    @Override
    public void entry(LogRecord next) {
        tally.count(next.entry());
        if (out.isJson()) {
            out.item(next.entry().toJson());
        } else {
            screen.print(printer.lines(next.entry()));
        }
    }

    @Override
    public boolean waits(LogEntry wanted) {
        if (place.isPresent() && !out.isJson() && !told.equals(Optional.of(wanted))) {
            told = Optional.of(wanted);
            screen.print(Text.printable(new PersonWanted(boardId, wanted).sentence(place.get())));
        }
        return place.isPresent();
    }

    /** The server has gone away. What it has committed is there when it comes back. */
    CliException away(TimeoutException e, RunPlace left) {
        return CliException.failed("Expected Kafka to answer until board " + boardId + " has ended, but "
                + ExceptionMapper.reason(e) + ". When it answers again: "
                + left.read("board log " + ShellWord.of(boardId), "shows how far it is."));
    }

    /**
     * Tells it.
     *
     * @param last the board's end, or what a person is wanted for
     * @param left where the board is afterwards
     * @return the exit code
     */
    int end(LogEntry last, RunPlace left) {
        if (last.event() instanceof CommandRejected rejected
                && rejected.rejection().is(RejectionCode.BOARD_EXISTS)) {
            throw new CliException(
                    ExitCodes.REJECTED,
                    rejected.rejection().message() + " " + left.read("board show " + ShellWord.of(boardId), "shows it.")
                            + " For a new one, give another id with --board.");
        }
        if (!(last.event() instanceof NeedsPerson || last.event() instanceof WorkerInvoked)) {
            return Ending.show(last, tally, out);
        }
        PersonWanted wanted = new PersonWanted(boardId, last);
        if (out.isJson()) {
            out.item(wanted.json(tally));
        } else {
            out.progress(Text.printable(wanted.sentence(left)));
        }
        return ExitCodes.NEEDS_PERSON;
    }
}
