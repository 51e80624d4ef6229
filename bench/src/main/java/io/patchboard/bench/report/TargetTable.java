package io.patchboard.bench.report;

import io.patchboard.bench.result.Measurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Rows of what was promised, with what was measured. */
final class TargetTable {

    private record Row(String what, String target, String measured, Optional<Boolean> met, String command) {}

    private final List<Row> rows = new ArrayList<>();

    /** @param met absent if it was not measured */
    void row(String what, String target, String measured, Optional<Boolean> met, String command) {
        rows.add(new Row(what, target, measured, met, command));
    }

    /** A value that should be no larger than its target. */
    void atMost(String what, OptionalDouble value, double most, String target, String measured, String command) {
        row(what, "at most " + target, measured, isAtMost(value, most), command);
    }

    /** A value that should be no smaller than its target. */
    void atLeast(String what, OptionalDouble value, double least, String target, String measured, String command) {
        row(what, "at least " + target, measured, isAtLeast(value, least), command);
    }

    static Optional<Boolean> isAtMost(OptionalDouble value, double most) {
        return value.isPresent() ? Optional.of(value.getAsDouble() <= most) : Optional.empty();
    }

    private static Optional<Boolean> isAtLeast(OptionalDouble value, double least) {
        return value.isPresent() ? Optional.of(value.getAsDouble() >= least) : Optional.empty();
    }

    /** The table, as Markdown. */
    String markdown() {
        StringBuilder table = new StringBuilder("| | Target | Measured | | Command |\n|---|---|---|---|---|\n");
        for (Row row : rows) {
            String verdict = row.met.map(met -> met ? "met" : "**missed**").orElse("not measured yet");
            String measured = row.met.isPresent() ? row.measured : "-";
            table.append(String.format(
                    "| %s | %s | %s | %s | `%s` |%n", row.what, row.target, measured, verdict, row.command));
        }
        return table.toString();
    }

    static OptionalDouble value(Optional<Measurement> measurement) {
        return measurement.map(one -> OptionalDouble.of(one.median())).orElse(OptionalDouble.empty());
    }

    static OptionalDouble ratio(OptionalDouble of, OptionalDouble to) {
        return of.isPresent() && to.isPresent()
                ? OptionalDouble.of(of.getAsDouble() / to.getAsDouble())
                : OptionalDouble.empty();
    }

    /** @param format of {@link String#format}, for the number; a dash stands for none */
    static String text(OptionalDouble value, String format) {
        return value.isPresent() ? String.format(Locale.ROOT, format, value.getAsDouble()) : "-";
    }

    static String text(Optional<Measurement> value, String format) {
        return text(value(value), format);
    }

    /** Median and range. */
    static String range(Optional<Measurement> value) {
        return value.map(one -> String.format(Locale.ROOT, "%.2f (%.2f to %.2f", one.median(), one.low(), one.high()))
                .orElse("- (");
    }
}
