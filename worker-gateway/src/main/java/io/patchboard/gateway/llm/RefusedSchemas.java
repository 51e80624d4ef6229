package io.patchboard.gateway.llm;

import io.patchboard.json.JsonObject;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Which schemas a model's endpoint does not take. One refused schema says nothing of the next, since endpoints know
 * different keywords; an endpoint that does not know schemas at all says so, or has refused several and taken none.
 */
final class RefusedSchemas {

    private static final int SEVERAL = 3;
    private static final int MOST = 1_000;
    private static final String FIELD = "response_format";

    /** How OpenAI begins what is wrong with one schema, and goes on with the name of the field. */
    private static final String ONE_SCHEMA = "invalid schema";

    private final Set<JsonObject> schemas = new LinkedHashSet<>();
    private boolean someTaken;
    private boolean all;

    synchronized boolean has(JsonObject schema) {
        return all || schemas.contains(schema);
    }

    /** Whether no schema is worth a try any more. */
    synchronized boolean hasAll() {
        return all;
    }

    synchronized void noteTaken() {
        someTaken = true;
    }

    /** @param error what the endpoint said about it */
    synchronized void add(JsonObject schema, String error) {
        if (schemas.size() == MOST) {
            schemas.remove(schemas.iterator().next());
        }
        schemas.add(schema);
        String words = error.toLowerCase(Locale.ROOT);
        boolean named = words.contains(FIELD) && !words.contains(ONE_SCHEMA);
        all = !someTaken && (named || schemas.size() >= SEVERAL);
    }
}
