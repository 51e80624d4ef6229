package io.patchboard.kernel.schema;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;

/** The way back from Jackson, for the few values that messages show. */
final class JacksonValues {

    private JacksonValues() {}

    /** The value of the keyword that an error is about, where it is not in our own source. */
    static Json limit(com.networknt.schema.Error error) {
        JsonNode node = error.getSchemaNode();
        return node == null || node.isMissingNode() ? Json.nul() : JsonReader.parse(node.toString());
    }
}
