package io.patchboard.record;

import io.patchboard.json.JsonObject;

/** Tokens that an answer used, as its worker reports them; never negative. */
public record Usage(long inputTokens, long outputTokens) {

    public static final Usage NONE = new Usage(0, 0);

    static Usage read(Fields fields) {
        return new Usage(tokens(fields, "inputTokens"), tokens(fields, "outputTokens"));
    }

    private static long tokens(Fields fields, String name) {
        long tokens = fields.optionalInteger(name).orElse(0L);
        if (tokens < 0) {
            throw new FieldException(
                    "/usage/" + name, "Expected at least 0 at /usage/" + name + ", but got " + tokens + ".");
        }
        return tokens;
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("inputTokens", inputTokens)
                .put("outputTokens", outputTokens)
                .build();
    }
}
