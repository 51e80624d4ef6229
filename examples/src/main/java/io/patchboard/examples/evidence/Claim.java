package io.patchboard.examples.evidence;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Fields;

/**
 * What a source says, and its words for it.
 *
 * @param source handle of a paragraph
 * @param status {@link #DRAFT}, {@link #VERIFIED} or {@link #REFUTED}
 */
record Claim(String subject, String property, String value, String source, String quote, String status) {

    static final String DRAFT = "draft";
    static final String VERIFIED = "verified";
    static final String REFUTED = "refuted";

    /** @throws io.patchboard.record.FieldException if it is not a claim */
    static Claim read(Json json) {
        Fields fields = new Fields(json instanceof JsonObject object ? object : JsonObject.EMPTY);
        return new Claim(
                fields.string("subject"),
                fields.string("property"),
                fields.string("value"),
                fields.string("source"),
                fields.string("quote"),
                fields.string("status"));
    }

    Json toJson() {
        return JsonObject.builder()
                .put("subject", subject)
                .put("property", property)
                .put("value", value)
                .put("source", source)
                .put("quote", quote)
                .put("status", status)
                .build();
    }

    boolean isVerified() {
        return status.equals(VERIFIED);
    }

    /** Whether both quote the same words of the same source. */
    boolean repeats(Claim other) {
        return source.equals(other.source) && quote.equals(other.quote);
    }

    Claim quoting(String words) {
        return new Claim(subject, property, value, source, words, status);
    }

    Claim asDraft() {
        return new Claim(subject, property, value, source, quote, DRAFT);
    }
}
