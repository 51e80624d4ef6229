package io.patchboard.standalone.cli.whatif;

import io.patchboard.kernel.decide.Verdict;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Rejection;
import io.patchboard.standalone.again.Asked;
import io.patchboard.standalone.again.Interval;
import io.patchboard.standalone.again.Tally;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.screen.Look;
import io.patchboard.standalone.screen.Style;
import io.patchboard.standalone.screen.Text;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;

/** What came of asking again, for people and for programs. */
final class AskAgainReport {

    private static final int MOST_TOLD = 3;
    private static final int MOST_COLUMNS = 160;
    private static final String ROW = "  %-16s %-28s %s";
    private static final double PERCENT = 100;

    private final Tally tally;
    private final SortedMap<String, String> damaged;

    /** @param damaged boards whose logs could not be followed, with the reason */
    AskAgainReport(Tally tally, SortedMap<String, String> damaged) {
        this.tally = tally;
        this.damaged = damaged;
    }

    void print(Output output) {
        if (output.isJson()) {
            output.document(tally.json(damaged));
            return;
        }
        Look look = output.look();
        tally.changed().forEach((what, asked) -> {
            output.line(look.paint(Style.BOLD, what + ": " + asked.size()));
            asked.stream().limit(MOST_TOLD).forEach(one -> output.line("    " + line(one)));
            if (asked.size() > MOST_TOLD) {
                output.line("    and " + (asked.size() - MOST_TOLD) + " more");
            }
        });
        output.line(tally.asked().size() + " of " + Text.counted(tally.seen(), "invocation") + " of " + tally.worker()
                + (tally.asked().size() == 1 ? " was" : " were") + " asked again:");
        output.line(look.paint(Style.DIM, String.format(ROW, "", "then", "now").stripTrailing()));
        tally.verdicts()
                .forEach((name, both) ->
                        output.line(String.format(ROW, name, both[0], both[1]).stripTrailing()));
        pair(output, "share committed", tally.committed(), AskAgainReport::share);
        pair(output, "tokens each", tally.tokens(), AskAgainReport::number);
        pair(output, "cost each", tally.cost(), AskAgainReport::number);
        pair(output, "median seconds", tally.seconds(), AskAgainReport::number);
        tally.sameState()
                .ifPresent(same -> output.line("Of " + same.of() + " committed both times, " + share(same)
                        + " lead to the same state, and "
                        + tally.samePlaces().map(AskAgainReport::share).orElseThrow()
                        + " change the same places."));
        output.line(look.paint(Style.DIM, "In brackets: where it would lie for all of them, in 95 of 100 samples."));
    }

    /** One answer, as soon as it is there. */
    static void print(Asked asked, Output output) {
        if (output.isJson()) {
            output.item(asked.json());
        } else {
            output.line(place(asked) + " then: "
                    + Text.printable(
                            asked.past().verdict().map(Object::toString).orElse(Tally.NO_ANSWER)) + "; now: "
                    + Text.printable(asked.now().toString()));
        }
    }

    private static void pair(Output output, String name, Tally.Pair pair, Function<Interval, String> shown) {
        if (pair.then().isPresent() || pair.now().isPresent()) {
            output.line(String.format(ROW, name, told(pair.then(), shown), told(pair.now(), shown))
                    .stripTrailing());
        }
    }

    private static String told(Optional<Interval> figure, Function<Interval, String> shown) {
        return figure.map(shown).orElse("not told");
    }

    private static String line(Asked asked) {
        Verdict now = asked.now();
        String then = asked.past().verdict().map(Verdict::toString).orElse("");
        String why = now.rejection().map(Rejection::message).orElse(now.commits() ? then : now.toString());
        return place(asked) + ": " + Text.cut(Text.printable(why), MOST_COLUMNS);
    }

    private static String place(Asked asked) {
        LogEntry entry = asked.past().entry();
        return Text.printable(entry.boardId()) + " #" + entry.sequence();
    }

    private static String share(Interval share) {
        return String.format(
                Locale.ROOT,
                "%.0f %% (%.0f to %.0f)",
                share.value() * PERCENT,
                share.low() * PERCENT,
                share.high() * PERCENT);
    }

    private static String number(Interval number) {
        return rounded(number.value()) + " (" + rounded(number.low()) + " to " + rounded(number.high()) + ")";
    }

    /** Three digits that say something; all before the point. */
    private static String rounded(double number) {
        double size = Math.abs(number);
        return String.format(Locale.ROOT, size >= 100 ? "%,.0f" : size >= 1 ? "%.1f" : "%.4f", number);
    }
}
