package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.text.Resources;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The published meta-schemas of JSON Schema 2020-12, from the class path. */
final class MetaSchema {

    static final String URI = "https://json-schema.org/draft/2020-12/schema";
    static final Map<String, Json> DOCUMENTS = load();

    private static final List<String> TYPES =
            List.of("array", "boolean", "integer", "null", "number", "object", "string");

    /** What languages and other formats call the types. */
    private static final Map<String, String> OTHER_NAMES = Map.ofEntries(
            Map.entry("list", "array"),
            Map.entry("bool", "boolean"),
            Map.entry("int", "integer"),
            Map.entry("long", "integer"),
            Map.entry("none", "null"),
            Map.entry("double", "number"),
            Map.entry("float", "number"),
            Map.entry("dict", "object"),
            Map.entry("map", "object"),
            Map.entry("str", "string"),
            Map.entry("text", "string"));

    private MetaSchema() {}

    /** What is wrong with a schema, naming the types where the type is none. */
    static String message(Json schema, SchemaViolation violation) {
        if (violation.message().startsWith("Expected an object or a boolean ")) {
            return violation.message() + " A schema stands there." + asSchema(violation, schema);
        }
        // Of all keywords of the meta-schemas, "type" alone has an anyOf.
        if (!violation.keyword().equals("anyOf")) {
            return violation.message();
        }
        Json type = violation.pointer().resolve(schema).orElse(Json.nul());
        String meant = type instanceof JsonString word
                ? Optional.ofNullable(OTHER_NAMES.get(word.value().toLowerCase(Locale.ROOT)))
                        .map(name -> " Did you mean \"" + name + "\"?")
                        .orElse("")
                : "";
        return "Expected one of " + String.join(", ", TYPES) + ", or a list of them, at "
                + Text.place(violation.pointer()) + ", but got " + Text.abbreviated(type) + "." + meant;
    }

    /** A word in place of a schema is a type, or a value that is meant. */
    private static String asSchema(SchemaViolation violation, Json schema) {
        if (!(violation.pointer().resolve(schema).orElse(Json.nul()) instanceof JsonString word)) {
            return "";
        }
        String type = OTHER_NAMES.getOrDefault(word.value().toLowerCase(Locale.ROOT), word.value());
        return " Did you mean {"
                + (TYPES.contains(type) ? "\"type\": \"" + type + "\"" : "\"const\": " + Text.abbreviated(word))
                + "}?";
    }

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
            documents.put(
                    "https://json-schema.org/draft/2020-12/" + part,
                    JsonReader.parse(Resources.text(MetaSchema.class, "/json-schema/draft2020-12/" + part + ".json")));
        }
        return documents;
    }
}
