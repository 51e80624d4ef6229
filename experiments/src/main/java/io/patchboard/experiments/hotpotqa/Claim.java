package io.patchboard.experiments.hotpotqa;

import io.patchboard.json.JsonObject;
import io.patchboard.record.Fields;

/**
 * What somebody says that a source says.
 *
 * @param source handle of a paragraph
 * @param quote the source's own words
 */
public record Claim(String statement, String source, String quote) {

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("statement", statement)
                .put("source", source)
                .put("quote", quote)
                .build();
    }

    /** @throws io.patchboard.record.FieldException if it is none */
    public static Claim read(JsonObject json) {
        Fields fields = new Fields(json);
        return new Claim(fields.string("statement"), fields.string("source"), fields.string("quote"));
    }

    /**
     * Whether a paragraph supports it as far as words can tell: the quote stands there verbatim, and has at least half
     * of the statement's words. Whether the quote implies the statement is more than this can see.
     */
    public boolean isSupportedBy(Paragraph paragraph) {
        return paragraph.handle().equals(source)
                && !quote.isBlank()
                && paragraph.text().contains(quote)
                && Words.covered(statement, quote) >= 0.5;
    }
}
