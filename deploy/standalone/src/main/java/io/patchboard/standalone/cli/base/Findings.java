package io.patchboard.standalone.cli.base;

import io.patchboard.standalone.check.Finding;
import io.patchboard.standalone.screen.Look;
import io.patchboard.standalone.screen.Style;
import io.patchboard.standalone.screen.Text;

/** What checks came to, as people read it. */
public final class Findings {

    private Findings() {}

    /** A finding on a line of its own. */
    public static String line(Finding finding, Look look) {
        String text = Text.printable(String.format("%-15s %s", finding.check(), finding.text()));
        return switch (finding.level()) {
            case pass -> look.paint(Style.GOOD, "pass") + "  " + text;
            case warn -> look.paint(Style.CHANGED, "warn") + "  " + text;
            case fail -> look.paint(Style.BAD, "fail") + "  " + text;
        };
    }
}
