package io.patchboard.standalone.screen;

import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * How text is shown.
 *
 * @param colours whether to write ANSI colours
 * @param live whether a last line may be written again and again
 * @param width columns of the terminal; {@link #UNLIMITED} where lines are never cut
 */
public record Look(boolean colours, boolean live, int width) {

    /** For files and pipes: whoever reads them can wrap and search long lines. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    private static final int NARROWEST = 60;

    public static Look plain() {
        return new Look(false, false, UNLIMITED);
    }

    /** By the terminal, and by the usual environment variables ({@code NO_COLOR}, {@code CLICOLOR_FORCE}). */
    @SuppressWarnings("SystemConsoleNull") // the answer that counts is whether colours are on; this only confirms it
    public static Look detect() {
        boolean colours = Ansi.AUTO.enabled();
        String forced = System.getenv("CLICOLOR_FORCE");
        boolean terminal = colours && (forced == null || forced.equals("0"));
        return terminal
                ? new Look(
                        true,
                        true,
                        Math.max(
                                NARROWEST,
                                new UsageMessageSpec().autoWidth(true).width()))
                : new Look(colours, false, UNLIMITED);
    }

    /** A text as it is shown: coloured, if this look has colours. */
    public String paint(Style style, String text) {
        return style.of(text, this);
    }

    boolean limited() {
        return width != UNLIMITED;
    }
}
