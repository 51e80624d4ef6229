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
import java.util.function.Supplier;
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

    /**
     * Follows it.
     *
     * @param run follows it, telling this
     * @param left where the board is afterwards
     * @param failure why what runs in this process gave up, if it did
     * @throws CliException if the server has gone away: what it has committed is there when it comes back
     */
    BoardRun.Outcome follow(Supplier<BoardRun.Outcome> run, RunPlace left, Supplier<Optional<String>> failure) {
        try (Pulse pulse = start()) {
            return run.get();
        } catch (TimeoutException e) {
            throw CliException.failed(failure.get().orElseGet(() -> away(e, left)));
        }
    }

    private String away(TimeoutException e, RunPlace left) {
        return "Expected Kafka to answer until board " + boardId + " has ended, but " + ExceptionMapper.reason(e) + ". "
                + left.read("board log " + ShellWord.of(boardId), "shows how far it is, once it answers.");
    }

    private Pulse start() {
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
