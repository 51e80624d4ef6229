package io.patchboard.standalone.cli.base;

/** Colours for people, or none. */
public enum Style {
    PLAIN,
    COLOURED;

    public String good(String text) {
        return paint("32", text);
    }

    public String bad(String text) {
        return paint("31", text);
    }

    public String notable(String text) {
        return paint("33", text);
    }

    public String strong(String text) {
        return paint("1", text);
    }

    public String faint(String text) {
        return paint("2", text);
    }

    private String paint(String code, String text) {
        return this == PLAIN ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }

    /**
     * Text of unknown origin as one line that does nothing to a terminal: control characters become spaces. Workers
     * choose names, ids and messages, and an escape sequence among them could rewrite what a person sees.
     */
    public static String harmless(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? ' ' : c)
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }

    /** {@link #harmless} text of at most so many characters. */
    public static String brief(String text, int most) {
        String clean = harmless(text.length() > most * 4 ? text.substring(0, most * 4) : text);
        if (clean.codePointCount(0, clean.length()) <= most) {
            return clean;
        }
        return clean.substring(0, clean.offsetByCodePoints(0, most - 1)) + "…";
    }
}
