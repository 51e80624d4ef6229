package io.patchboard.gateway.config;

/** Text of others, made fit for one line of a log or a message. */
public final class PlainText {

    private PlainText() {}

    /**
     * The text with everything escaped that does not print as itself: line breaks, which could forge a log line, and
     * the sequences by which a terminal is told to hide or rewrite what it shows.
     */
    public static String of(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.codePoints().forEach(character -> {
            if (isPlain(character)) {
                plain.appendCodePoint(character);
            } else {
                plain.append(
                        character == '\n'
                                ? "\\n"
                                : character == '\t' ? "\\t" : character == '\r' ? "\\r" : hex(character));
            }
        });
        return plain.toString();
    }

    private static String hex(int character) {
        return String.format("\\u%04x", character);
    }

    private static boolean isPlain(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
