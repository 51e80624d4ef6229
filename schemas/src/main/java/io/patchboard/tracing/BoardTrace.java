package io.patchboard.tracing;

import io.patchboard.json.CanonicalJson;
import java.nio.charset.StandardCharsets;

/** The trace of a board about which no one who sent something has one of his own. */
public final class BoardTrace {

    private static final int TRACE_DIGITS = 32;
    private static final int SPAN_DIGITS = 16;

    private BoardTrace() {}

    /** The trace's id, which follows from the board's: a sampler that decides by it takes boards whole. */
    public static String traceId(String boardId) {
        return CanonicalJson.sha256(("patchboard-trace:" + boardId).getBytes(StandardCharsets.UTF_8))
                .substring(0, TRACE_DIGITS);
    }

    /**
     * The id of the span of a decision: the beginning of its first entry's hash.
     *
     * @param entryHash in hexadecimal digits
     */
    public static String spanId(String entryHash) {
        return entryHash.substring(0, SPAN_DIGITS);
    }
}
