package io.patchboard.standalone.screen;

import io.patchboard.record.LogEntry;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What stands before an entry: sequence, time, a sign, and whom it is about; and where its further lines begin. */
final class Margin {

    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

    private static final int SEQUENCE_COLUMNS = 4;
    private static final int TIME_COLUMN = 6;
    private static final int ELAPSED_COLUMNS = 7;
    private static final int UTC_COLUMNS = 23;
    private static final int LEAST_WHO = 8;
    private static final int MOST_WHO = 20;

    private final Look look;
    private final EntryPrinter.Time time;
    private Instant begin = Instant.MIN;
    private int whoColumns = LEAST_WHO;

    Margin(Look look, EntryPrinter.Time time) {
        this.look = look;
        this.time = time;
    }

    /** Counts the time from here, unless it counts already. */
    void begin(Instant at) {
        if (begin.equals(Instant.MIN)) {
            begin = at;
        }
    }

    /** Makes room for these names. */
    void names(Iterable<String> names) {
        whoColumns = LEAST_WHO;
        names.forEach(name -> whoColumns = Math.min(MOST_WHO, Math.max(whoColumns, Text.width(Text.printable(name)))));
    }

    Line head(LogEntry entry, Style style, String sign, String who) {
        return new Line()
                .add(Style.DIM, String.format(Locale.ROOT, "%" + SEQUENCE_COLUMNS + "d", entry.sequence()))
                .to(TIME_COLUMN)
                .add(Style.DIM, time(entry.header().time()) + "  ")
                .add(style, sign + " ")
                .add(style, Text.pad(Text.cut(Text.printable(who), MOST_WHO), whoColumns))
                .add("  ");
    }

    private String time(Instant at) {
        return switch (time) {
            case UTC -> UTC.format(at);
            case ELAPSED ->
                String.format(Locale.ROOT, "%" + ELAPSED_COLUMNS + "s", seconds(Duration.between(begin, at)) + "s");
        };
    }

    /** A line of its own, below the text of a {@link #head}. */
    Line below() {
        return new Line().to(column());
    }

    private int column() {
        int timeColumns = time == EntryPrinter.Time.UTC ? UTC_COLUMNS : ELAPSED_COLUMNS;
        return TIME_COLUMN + timeColumns + 2 + 2 + whoColumns + 2;
    }

    /** A line, and a text below it. */
    List<Line> explained(Line line, String text) {
        List<Line> lines = new ArrayList<>(List.of(line));
        int room = look.limited() ? look.width() - column() : look.width();
        Text.wrap(Text.printable(text), room).forEach(part -> lines.add(below().add(part)));
        return lines;
    }

    static String seconds(Duration duration) {
        double seconds = Math.max(0, duration.toMillis()) / 1000.0;
        return String.format(Locale.ROOT, seconds < 100 ? "%.2f" : "%.0f", seconds);
    }
}
