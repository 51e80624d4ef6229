package io.patchboard.standalone.cli.board;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.screen.EntryPrinter;
import io.patchboard.standalone.screen.Text;
import io.patchboard.text.ShellWord;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code board entry}. */
@Command(
        name = "entry",
        description = "Prints one entry of a board's log, and the view that its worker was shown.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  patchboard board entry review-7 12 --json | jq .view"})
final class ShowEntry implements Callable<Integer> {

    @Mixin
    private LoggedBoard board;

    @Parameters(index = "1", paramLabel = "SEQUENCE", description = "The number of the entry in the board's log.")
    private long sequence;

    @Override
    public Integer call() {
        Output output = board.output();
        List<LogEntry> log = board.log(output);
        LogEntry entry = log.stream()
                .filter(one -> one.sequence() == sequence)
                .findFirst()
                .orElseThrow(() ->
                        missing(board.id(), sequence, log.get(log.size() - 1).sequence()));
        Optional<LogEntry> invocation = invocationId(entry.event())
                .flatMap(id -> log.stream()
                        .filter(one -> one.event() instanceof WorkerInvoked invoked
                                && invoked.invocationId().equals(id))
                        .findFirst());
        if (output.isJson()) {
            output.document(json(entry, invocation));
        } else {
            new EntryPrinter(output.look(), EntryPrinter.Time.UTC).lines(entry).forEach(output::line);
            invocation.ifPresent(shown -> {
                output.line("The view that was shown with entry " + shown.sequence() + ":");
                JsonWriter.pretty(((WorkerInvoked) shown.event()).view())
                        .lines()
                        .map(Text::printable)
                        .forEach(output::line);
            });
        }
        return ExitCodes.OK;
    }

    static CliException missing(String boardId, long sequence, long last) {
        return CliException.failed(
                "Expected a sequence from 1 to " + last + " that the log of board \"" + boardId + "\" has, but got "
                        + sequence + ". \"patchboard board log " + ShellWord.of(boardId) + "\" shows all.");
    }

    private static Optional<String> invocationId(Event event) {
        return switch (event) {
            case WorkerInvoked invoked -> Optional.of(invoked.invocationId());
            case PatchCommitted committed -> committed.invocationId();
            case PatchRejected rejected -> rejected.invocationId();
            default -> Optional.empty();
        };
    }

    private static JsonObject json(LogEntry entry, Optional<LogEntry> invocation) {
        JsonObject.Builder body = JsonObject.builder().put("entry", entry.toJson());
        invocation.ifPresent(
                shown -> body.put("invocation", shown.sequence()).put("view", ((WorkerInvoked) shown.event()).view()));
        return body.build();
    }
}
