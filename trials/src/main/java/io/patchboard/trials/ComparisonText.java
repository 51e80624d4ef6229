package io.patchboard.trials;

import io.patchboard.experiments.stats.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Tables for people. */
public final class ComparisonText {

    private ComparisonText() {}

    /** @param provenance what has to stand at every table, a sentence */
    public static List<String> lines(List<Comparison> comparisons, String provenance) {
        List<String> lines = new ArrayList<>();
        for (Comparison comparison : comparisons) {
            lines.add("Model: " + comparison.model() + ". " + provenance);
            lines.add("");
            lines.add(line(
                    "ARM",
                    "EPISODES",
                    "SUCCESS",
                    "95 %",
                    "AGAINST FIRST, 95 %",
                    "STEPS",
                    "TOKENS",
                    "A SUCCESS",
                    "95 %"));
            comparison
                    .rows()
                    .forEach(row -> lines.add(line(
                            row.arm(),
                            String.valueOf(row.episodes()),
                            percent(row.success().value()),
                            percent(row.success().low()) + " - "
                                    + percent(row.success().high()),
                            row.aboveFirst()
                                    .map(above -> signed(above.value()) + "  " + signed(above.low()) + " - "
                                            + signed(above.high()))
                                    .orElse("-"),
                            one(row.steps().value()),
                            thousands(row.tokens().value()),
                            thousands(row.perSuccess().value()),
                            range(row.perSuccess()))));
            lines.add("");
            rates(comparison).forEach(lines::add);
            comparison
                    .rows()
                    .forEach(row -> lines.add(String.format(
                            Locale.ROOT,
                            "%-14s tokens of an episode: %s; ended: %s",
                            row.arm(),
                            row.components().entrySet().stream()
                                    .map(part -> part.getKey() + " " + thousands(part.getValue()))
                                    .collect(Collectors.joining(", ")),
                            row.ends().entrySet().stream()
                                    .map(end -> end.getKey() + " " + end.getValue())
                                    .collect(Collectors.joining(", ")))));
            lines.add("");
        }
        return lines;
    }

    /** What is measured beside success, an arm a line, each with its 95 %; nothing where it is not. */
    private static List<String> rates(Comparison comparison) {
        List<String> lines = new ArrayList<>();
        List<Row.Rate> head = comparison.rows().getFirst().rates();
        if (!head.isEmpty()) {
            lines.add(String.format(Locale.ROOT, "%-14s", "ARM")
                    + head.stream()
                            .map(rate -> String.format(
                                    Locale.ROOT, " %-23s", rate.measure().word().toUpperCase(Locale.ROOT) + ", 95 %"))
                            .collect(Collectors.joining())
                            .stripTrailing());
            comparison
                    .rows()
                    .forEach(row -> lines.add(String.format(Locale.ROOT, "%-14s", row.arm())
                            + row.rates().stream()
                                    .map(rate -> String.format(Locale.ROOT, " %-23s", shares(rate.value())))
                                    .collect(Collectors.joining())
                                    .stripTrailing()));
            lines.add("");
        }
        return lines;
    }

    private static String shares(Interval rate) {
        return percent(rate.value()) + "  " + percent(rate.low()) + " - " + percent(rate.high());
    }

    private static String line(Object... cells) {
        return String.format(Locale.ROOT, "%-14s %8s %8s   %-15s %-24s %5s %8s %10s   %s", cells)
                .stripTrailing();
    }

    /** A share, in per cent; of nothing: none. */
    public static String percent(double share) {
        return !Double.isFinite(share) ? "none" : String.format(Locale.ROOT, "%.1f%%", 100 * share);
    }

    /** A difference of shares, in points; of nothing: none. */
    public static String signed(double share) {
        return !Double.isFinite(share) ? "none" : String.format(Locale.ROOT, "%+.1f", 100 * share);
    }

    static String range(Interval interval) {
        return thousands(interval.low()) + " - " + thousands(interval.high());
    }

    /** With one digit behind the point. */
    public static String one(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /** Tokens, in thousands; of what has no bound: none. */
    public static String thousands(double tokens) {
        return Double.isFinite(tokens) ? String.format(Locale.ROOT, "%.1fk", tokens / 1_000) : "none";
    }
}
