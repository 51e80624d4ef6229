package io.patchboard.gateway.http;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.Arrays;
import java.util.Optional;

/**
 * Says which of its states something is sent in, so that nobody is sent again what he has (RFC 9110, 8.8.3, 13.1.2).
 *
 * @param hash of what is sent; with no quote or comma in it
 */
public record EntityTag(String hash) {

    /** The name of the header. */
    public static final String HEADER = "ETag";

    private static final String KNOWN = "If-None-Match";
    private static final String WEAK = "W/";

    /**
     * Tags the answer, and makes it one without a body if that is known.
     *
     * @return whether it is
     */
    public boolean spares(Context context) {
        context.header(HEADER, text());
        boolean known = isAmong(Optional.ofNullable(context.header(KNOWN)));
        if (known) {
            context.status(HttpStatus.NOT_MODIFIED);
        }
        return known;
    }

    /** The reply with its tag, and without a body if that is known. */
    public Reply on(Reply whole, Call call) {
        Reply reply = isKnownTo(call)
                ? new Reply(304, whole.contentType(), whole.headers(), new byte[0], whole.undelivered())
                : whole;
        return reply.withHeader(HEADER, text());
    }

    public boolean isKnownTo(Call call) {
        return isAmong(call.header(KNOWN));
    }

    public String text() {
        return "\"" + hash + "\"";
    }

    /** A cache on the way may have made a tag weak: for this question that is no difference. */
    private boolean isAmong(Optional<String> known) {
        if (known.filter(tags -> tags.strip().equals("*")).isPresent()) {
            return true;
        }
        return known.stream()
                .flatMap(tags -> Arrays.stream(tags.split(",")))
                .map(String::strip)
                .map(tag -> tag.startsWith(WEAK) ? tag.substring(WEAK.length()) : tag)
                .anyMatch(text()::equals);
    }
}
