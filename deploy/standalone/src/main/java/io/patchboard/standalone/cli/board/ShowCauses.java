package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.Causes;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.LogEntry;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.screen.EntryPrinter;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code board why}. */
@Command(
        name = "why",
        description = {
            "Prints what led to an entry of a board's log, the entry, and what it led to.",
            "The way goes back to the board's creation, or to what came from outside: a proposal that nobody asked for,"
                    + " or a command."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  patchboard board why review-7 12"})
final class ShowCauses implements Callable<Integer> {

    @Mixin
    private LoggedBoard board;

    @Parameters(index = "1", paramLabel = "SEQUENCE", description = "The number of the entry in the board's log.")
    private long sequence;

    @Override
    public Integer call() {
        Output output = board.output();
        Map<Long, LogEntry> log = board.log(output).stream()
                .collect(Collectors.toMap(LogEntry::sequence, Function.identity(), (first, repeat) -> first));
        Causes causes = new Causes();
        log.values().stream()
                .sorted(Comparator.comparingLong(LogEntry::sequence))
                .forEach(causes::accept);
        Causes.Chain chain =
                causes.of(sequence).orElseThrow(() -> ShowEntry.missing(board.id(), sequence, causes.last()));
        if (output.isJson()) {
            output.document(JsonObject.builder()
                    .put("boardId", board.id())
                    .put("entry", chain.entry().toJson())
                    .put("causes", links(chain.causes()))
                    .put("caused", links(chain.caused()))
                    .build());
        } else {
            EntryPrinter printer = new EntryPrinter(output.look(), EntryPrinter.Time.UTC);
            part("What led to it:", chain.causes(), log, printer, output);
            part("The entry:", List.of(chain.entry()), log, printer, output);
            part("What it led to:", chain.caused(), log, printer, output);
        }
        return ExitCodes.OK;
    }

    private static void part(
            String title, List<Causes.Link> links, Map<Long, LogEntry> log, EntryPrinter printer, Output output) {
        output.line(title + (links.isEmpty() ? " nothing in the log" : ""));
        links.forEach(link -> printer.lines(log.get(link.sequence())).forEach(output::line));
    }

    private static JsonArray links(List<Causes.Link> links) {
        return JsonArray.copyOf(links.stream().map(Causes.Link::toJson).toList());
    }
}
