package io.patchboard.json;

import com.fasterxml.jackson.core.JsonProcessingException;

/** What Jackson's parsers say, without what they add for programmers. */
public final class ParserMessage {

    private static final String INNER_PLACE = "\\[Source: [^]]*?; (line: \\d+), (column: \\d+)\\]";

    private ParserMessage() {}

    /** On one line, and without the place of the mistake itself; a place that it mentions stays. */
    public static String of(JsonProcessingException e) {
        return e.getOriginalMessage()
                .replaceAll(INNER_PLACE, "$1, $2")
                .replaceAll("\\s+", " ")
                .strip();
    }
}
