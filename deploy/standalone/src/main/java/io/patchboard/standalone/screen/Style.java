package io.patchboard.standalone.screen;

/** What a piece of a line means to the eye. */
public enum Style {
    PLAIN(""),
    DIM("2"),
    BOLD("1"),
    GOOD("32"),
    BAD("31"),
    CHANGED("33"),
    INVITED("36");

    private final String code;

    Style(String code) {
        this.code = code;
    }

    String of(String text, Look look) {
        return !look.colours() || code.isEmpty() || text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}
