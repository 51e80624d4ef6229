package io.patchboard.faults;

import io.patchboard.experiments.stats.Wilson;
import io.patchboard.faults.FaultReport.Proportion;
import io.patchboard.faults.cycle.LoopRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;

/** A report for people. */
public final class FaultText {

    private FaultText() {}

    public static List<String> lines(FaultReport report) {
        List<String> lines = new ArrayList<>();
        lines.add("Contaminated states; for cycles, runs that a detector halted within " + (LoopRun.STEP_BUDGET / 2 - 1)
                + " of " + LoopRun.STEP_BUDGET + " steps.");
        lines.add("");
        lines.add(line("FAULT", "SYSTEM", "COUNT", "RATE", "95 %", "PAPER", "MILDEST", "95 %"));
        for (Row row : report.rows()) {
            lines.add(line(
                    row.fault().label(),
                    row.system().label(),
                    row.count() + "/" + row.injected(),
                    share(row.rate()),
                    interval(row.interval()),
                    share(row.fault().paper(row.system())),
                    row.mildest()
                            .map(count -> share((double) count / row.injected()))
                            .orElse("-"),
                    row.mildest()
                            .map(count -> interval(Wilson.of(count, row.injected())))
                            .orElse("")));
        }
        lines.add("");
        lines.add(
                "PAPER: arXiv 2605.29313, Table 1, its own three systems. MILDEST: the control in its mildest reading.");
        lines.add("No language model was used: faults and answers are generated.");
        lines.add("");
        lines.add("Honest runs: " + report.honestRuns() + ", halted by mistake: " + report.haltedByMistake()
                + ". Ended as: " + listed(report.honestEnds()));
        lines.add("Loops by detector: " + listed(report.detectors()));
        report.varieties().forEach((type, varieties) -> letThrough(lines, type, varieties));
        return lines;
    }

    private static void letThrough(List<String> lines, FaultType type, SortedMap<String, Proportion> varieties) {
        List<String> some = varieties.entrySet().stream()
                .filter(entry -> entry.getValue().count() > 0)
                .map(entry -> entry.getKey() + " " + entry.getValue().count() + "/"
                        + entry.getValue().of())
                .toList();
        if (!some.isEmpty()) {
            lines.add("");
            lines.add("Not stopped by patchboard, " + type.label() + ":");
            some.forEach(variety -> lines.add("  " + variety));
        }
    }

    private static String line(Object... cells) {
        return String.format(Locale.ROOT, "%-30s %-11s %9s   %4s   %-13s %5s   %7s   %s", cells)
                .stripTrailing();
    }

    private static String interval(Wilson interval) {
        return share(interval.low()) + " - " + share(interval.high());
    }

    private static String share(double share) {
        return String.format(Locale.ROOT, "%.2f", share);
    }

    private static String listed(SortedMap<String, Integer> counts) {
        return counts.isEmpty()
                ? "none"
                : String.join(
                        "; ",
                        counts.entrySet().stream()
                                .map(entry -> entry.getKey() + " " + entry.getValue())
                                .toList());
    }
}
