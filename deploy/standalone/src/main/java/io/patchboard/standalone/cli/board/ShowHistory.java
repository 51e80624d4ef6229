package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.ValueHistory;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonPointer;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.screen.Text;
import io.patchboard.text.Cut;
import io.patchboard.text.ShellWord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code board history}. */
@Command(
        name = "history",
        description = {
            "Prints who wrote the value at a place of a board's state, when, and what it was before; the latest first.",
            "It follows the value and not the place: an item that others moved has the history of its former index."
        },
        footer = {"", "Example:", "  patchboard board history review-7 /claims/0/verdict"})
final class ShowHistory implements Callable<Integer> {

    private static final int MOST_SHOWN = 200;

    @Mixin
    private LoggedBoard board;

    /** The standard options would take {@code --version} for themselves. */
    @SuppressWarnings("unused") // picocli acts on it
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help message and exit.")
    private boolean help;

    @Parameters(index = "1", paramLabel = "PATH", description = "The JSON Pointer of the value.")
    private String path;

    @Option(
            names = "--version",
            paramLabel = "N",
            description = "The version at which the value is at that place; the newest where left out.")
    private Optional<Long> version = Optional.empty();

    @Override
    public Integer call() {
        JsonPointer place = pointer();
        Output output = board.output();
        List<LogEntry> log = board.log(output);
        ValueHistory history = new ValueHistory(Optional.empty());
        log.stream().filter(this::isAsked).forEach(history::accept);
        List<ValueHistory.Change> changes = new ArrayList<>();
        history.back(place, Integer.MAX_VALUE, changes);
        if (changes.isEmpty()) {
            throw CliException.failed("Expected the JSON Pointer of a value that board \"" + board.id()
                    + "\" has, or had before, but got \"" + path + "\". \"patchboard board state "
                    + ShellWord.of(board.id()) + "\" shows its state.");
        }
        if (output.isJson()) {
            output.document(JsonArray.copyOf(
                    changes.stream().map(ValueHistory.Change::toJson).toList()));
        } else {
            changes.forEach(change -> output.line(line(change)));
        }
        return ExitCodes.OK;
    }

    private boolean isAsked(LogEntry entry) {
        return version.isEmpty() || entry.header().version() <= version.get();
    }

    private JsonPointer pointer() {
        try {
            return JsonPointer.parse(path);
        } catch (IllegalArgumentException e) {
            throw CliException.failed(e.getMessage());
        }
    }

    private static String line(ValueHistory.Change change) {
        String who = change.by().map(by -> " by " + by).orElse("")
                + (change.approvedBy().isEmpty() ? "" : ", allowed by " + String.join(", ", change.approvedBy()))
                + (change.caveats().isEmpty() ? "" : ", " + String.join(", ", change.caveats()));
        String where = change.origin()
                .filter(from -> !from.equals(change.path()))
                .map(from -> from + " -> ")
                .orElse("");
        return Text.printable("#" + change.sequence() + "  v" + change.version() + "  "
                + LogHeader.format(change.time()) + "  " + change.type() + who + "  " + where + change.path() + ": "
                + shown(change.before()) + " -> " + shown(change.after()));
    }

    private static String shown(Optional<Json> value) {
        return Cut.shortened(value.map(Json::toString).orElse("nothing"), MOST_SHOWN);
    }
}
