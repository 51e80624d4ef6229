package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The published meta-schemas of JSON Schema 2020-12, from the class path. */
final class MetaSchema {

    static final String URI = "https://json-schema.org/draft/2020-12/schema";
    static final Map<String, Json> DOCUMENTS = load();

    private MetaSchema() {}

    private static Map<String, Json> load() {
        Map<String, Json> documents = new LinkedHashMap<>();
        for (String part : List.of(
                "schema",
                "meta/core",
                "meta/applicator",
                "meta/unevaluated",
                "meta/validation",
                "meta/meta-data",
                "meta/format-annotation",
                "meta/content")) {
            documents.put("https://json-schema.org/draft/2020-12/" + part, read(part));
        }
        return documents;
    }

    private static Json read(String part) {
        String name = "/json-schema/draft2020-12/" + part + ".json";
        try (InputStream file = MetaSchema.class.getResourceAsStream(name)) {
            return new JsonReader(JsonLimits.DEFAULT).read(file.readAllBytes());
        } catch (IOException | JsonSyntaxException e) {
            throw new IllegalStateException("Expected a readable " + name + " on the class path.", e);
        }
    }
}
