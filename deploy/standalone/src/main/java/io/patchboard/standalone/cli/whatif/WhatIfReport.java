package io.patchboard.standalone.cli.whatif;

import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.screen.Look;
import io.patchboard.standalone.screen.Style;
import io.patchboard.standalone.screen.Text;
import io.patchboard.standalone.whatif.ByClause;
import io.patchboard.standalone.whatif.Comparison;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** What flips, for people and for programs. */
final class WhatIfReport {

    private static final int MOST_COLUMNS = 160;

    private final Comparison comparison;
    private final SortedMap<String, String> damaged;

    /** @param damaged boards whose logs could not be followed, with the reason */
    WhatIfReport(Comparison comparison, SortedMap<String, String> damaged) {
        this.comparison = comparison;
        this.damaged = damaged;
    }

    void print(Output output) {
        if (output.isJson()) {
            output.document(comparison.json(damaged));
            return;
        }
        Look look = output.look();
        for (ByClause clause : comparison.clauses()) {
            output.line(look.paint(style(clause), heading(clause)));
            clause.text()
                    .ifPresent(text ->
                            output.line(look.paint(Style.DIM, "    " + Text.cut(Text.printable(text), MOST_COLUMNS))));
            clause.first().forEach(told -> output.line("    " + line(told)));
            if (clause.count() > clause.first().size()) {
                output.line("    and " + (clause.count() - clause.first().size()) + " more");
            }
        }
        comparison
                .leaves()
                .forEach((board, sequence) -> output.line(Text.printable(board) + " #" + sequence
                        + ": from here on workers would have been invited otherwise; what follows is not judged"));
        output.line("Invocations: " + counts(comparison.added()) + " new, " + counts(comparison.gone()) + " gone");
        output.line("Tokens: " + comparison.tokensSaved() + " saved, about " + comparison.tokensSpent() + " spent");
        output.line(summary(look));
    }

    private static Style style(ByClause clause) {
        return clause.change() == ByClause.Change.COMMITTED_NOW ? Style.GOOD : Style.BAD;
    }

    private static String heading(ByClause clause) {
        return clause.clause() + ": " + clause.count() + " " + clause.change().sentence();
    }

    static String line(Comparison.Told told) {
        String verdict = told.flip().refusal().toString();
        String worker = told.flip().worker();
        return Text.printable(told.board()) + " #" + told.flip().sequence() + " "
                + (worker.isEmpty() ? "its creation" : Text.printable(worker)) + ", "
                + Text.cut(Text.printable(verdict), MOST_COLUMNS);
    }

    private static String counts(Map<String, Integer> counts) {
        int sum = counts.values().stream().mapToInt(Integer::intValue).sum();
        return counts.isEmpty()
                ? "0"
                : sum + " ("
                        + counts.entrySet().stream()
                                .sorted(Map.Entry.comparingByKey())
                                .map(entry -> entry.getValue() + " " + entry.getKey())
                                .collect(Collectors.joining(", "))
                        + ")";
    }

    private String summary(Look look) {
        long flips = comparison.clauses().stream().mapToLong(ByClause::count).sum();
        return Text.counted(comparison.boards(), "board") + ", "
                + Text.counted(comparison.judged(), "verdict") + " asked"
                + (comparison.unjudged() == 0 ? "" : ", " + comparison.unjudged() + " not")
                + (comparison.acceptedFlips() == 0
                        ? ""
                        : ", " + Text.counted(comparison.acceptedFlips(), "flip") + " accepted")
                + ": "
                + (flips == 0
                        ? look.paint(Style.GOOD, "nothing flips")
                        : look.paint(Style.BAD, Text.counted(flips, "flip")));
    }
}
