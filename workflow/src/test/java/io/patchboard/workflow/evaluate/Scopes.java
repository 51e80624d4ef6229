package io.patchboard.workflow.evaluate;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.time.Instant;
import java.util.Random;

/** What expressions are tried on. */
final class Scopes {

    private Scopes() {}

    static Scope of(String input) {
        return new Scope(
                JsonReader.parse(input),
                null,
                null,
                (JsonObject) JsonReader.parse("{\"Execution\": {\"Id\": \"b-1\"}}"),
                (JsonObject) JsonReader.parse("{\"rate\": 2, \"none\": null}"),
                new Random(1),
                Instant.parse("2026-01-31T12:00:00Z"));
    }

    /** What a path or a call comes to. */
    static Json path(String text, String input) {
        return new Paths(of(input)).value(text, "field");
    }

    /** What an expression of JSONata comes to. */
    static Json query(String expression, String input) {
        return new Query(of(input)).template(Json.of("{% " + expression + " %}"), "field");
    }
}
