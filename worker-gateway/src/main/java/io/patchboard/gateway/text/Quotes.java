package io.patchboard.gateway.text;

import java.util.regex.Pattern;

/** What messages quote of what somebody else has said: it may be of a board, and is none of the log's business. */
public final class Quotes {

    private static final Pattern QUOTED = Pattern.compile("(?s)\".*\"( \\(.*\\))?");

    private Quotes() {}

    /**
     * A message without what stands in it between the first and the last quotation mark, and what a parser says of that
     * in brackets.
     */
    public static String leftOut(String message) {
        return QUOTED.matcher(message).replaceFirst("\"...\"");
    }
}
