package io.patchboard.bench.load;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;

/** The blueprint of the benches' boards: one worker that may propose unasked, and a schema as the examples have it. */
public final class ClaimsBlueprint {

    /** The worker that may propose. */
    public static final String WORKER = "analyst";

    private static final String CLAIM = """
            {
              "type": "object",
              "required": ["id", "subject", "property", "value", "source", "quote", "confidence", "status"],
              "additionalProperties": false,
              "properties": {
                "id": {"type": "string", "pattern": "^c[0-9]+$"},
                "subject": {"type": "string", "minLength": 1},
                "property": {"type": "string", "minLength": 1},
                "value": {"type": "string", "minLength": 1},
                "source": {"type": "string", "pattern": "^s[0-9]+$"},
                "quote": {"type": "string", "minLength": 10},
                "confidence": {"type": "integer", "minimum": 0, "maximum": 100},
                "status": {"enum": ["draft", "verified", "refuted"]}
              }
            }
            """;

    private ClaimsBlueprint() {}

    /** The schema of a state. */
    public static Json schema(Shape shape) {
        String claims = shape == Shape.LIST
                ? "{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/claim\"}}"
                : "{\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/claim\"}}";
        return JsonReader.parse("""
                {
                  "type": "object",
                  "required": ["question", "claims"],
                  "additionalProperties": false,
                  "properties": {"question": {"type": "string", "minLength": 1}, "claims": %s},
                  "$defs": {"claim": %s}
                }
                """.formatted(claims, CLAIM));
    }

    /** The blueprint. A board's input is its first state. */
    public static JsonObject of(Shape shape) {
        return (JsonObject) JsonReader.parse("""
                {
                  "apiVersion": "patchboard/v1",
                  "name": "bench",
                  "state": {
                    "initial": {"question": {"$input": "/question"}, "claims": {"$input": "/claims"}},
                    "schema": %s
                  },
                  "workers": {
                    "%s": {
                      "unsolicited": true,
                      "read": ["/claims/**"],
                      "write": [
                        {"op": ["add"], "path": "/claims/-"},
                        {"op": ["add", "replace"], "path": "/claims/*"},
                        {"op": ["replace"], "path": "/claims/*/value"}
                      ]
                    }
                  }
                }
                """.formatted(schema(shape), WORKER));
    }
}
