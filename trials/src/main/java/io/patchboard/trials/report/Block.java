package io.patchboard.trials.report;

import io.patchboard.experiments.stats.Interval;
import java.util.List;

/** A piece of a page. */
sealed interface Block {

    record Heading(String text) implements Block {}

    record Paragraph(String text) implements Block {}

    /** The first column names the row; the others are figures, if {@code figures}. */
    record Table(List<String> head, List<List<String>> rows, boolean figures) implements Block {}

    /** Shares with their intervals, one below the other. */
    record Plot(String title, List<Bar> bars) implements Block {}

    record Bar(String label, Interval share) {}
}
