package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.Ancestry;
import io.patchboard.client.board.Causes;
import io.patchboard.json.JsonObject;
import io.patchboard.record.LogEntry;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.screen.EntryPrinter;
import io.patchboard.standalone.screen.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
                    + " or a command. Where the board was made for another one, it goes on there."
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
        Map<Long, LogEntry> log = bySequence(board.log(output));
        Causes causes = causes(log);
        Causes.Chain chain =
                causes.of(sequence).orElseThrow(() -> ShowEntry.missing(board.id(), sequence, causes.last()));
        Map<String, Map<Long, LogEntry>> above = new HashMap<>();
        Ancestry ancestry = Ancestry.of(chain, id -> {
            Map<Long, LogEntry> found = bySequence(board.logOf(id, output));
            above.put(id, found);
            return Optional.of(causes(found));
        });
        if (output.isJson()) {
            output.document(JsonObject.builder()
                    .put("boardId", board.id())
                    .put("entry", chain.entry().toJson())
                    .put("causes", Causes.Link.array(chain.causes()))
                    .put("caused", Causes.Link.array(chain.caused()))
                    .put("above", ancestry.toJson())
                    .build());
        } else {
            EntryPrinter printer = new EntryPrinter(output.look(), EntryPrinter.Time.UTC);
            for (Ancestry.Step step : ancestry.steps().reversed()) {
                List<Causes.Link> links = new ArrayList<>(step.causes());
                links.add(step.invocation());
                part(
                        "On board " + Text.printable(step.boardId()) + ", for which it was made:",
                        links,
                        above.get(step.boardId()),
                        printer,
                        output);
            }
            part("What led to it:", chain.causes(), log, printer, output);
            part("The entry:", List.of(chain.entry()), log, printer, output);
            part("What it led to:", chain.caused(), log, printer, output);
        }
        return ExitCodes.OK;
    }

    private static void part(
            String title, List<Causes.Link> links, Map<Long, LogEntry> log, EntryPrinter printer, Output output) {
        output.line(title + (links.isEmpty() ? " nothing in the log" : ""));
        for (Causes.Link link : links) {
            printer.lines(log.get(link.sequence())).forEach(output::line);
            link.other()
                    .filter(other -> !other.isAbove())
                    .ifPresent(other -> output.line("  board " + Text.printable(other.boardId())));
        }
    }

    private static Map<Long, LogEntry> bySequence(List<LogEntry> log) {
        return log.stream()
                .collect(Collectors.toMap(LogEntry::sequence, Function.identity(), (first, repeat) -> first));
    }

    private static Causes causes(Map<Long, LogEntry> log) {
        Causes causes = new Causes();
        log.values().stream()
                .sorted(Comparator.comparingLong(LogEntry::sequence))
                .forEach(causes::accept);
        return causes;
    }
}
