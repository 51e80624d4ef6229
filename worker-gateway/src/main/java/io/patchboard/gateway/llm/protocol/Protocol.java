package io.patchboard.gateway.llm.protocol;

import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How one kind of endpoint is spoken to. */
public interface Protocol {

    /** Behind the endpoint's base URL. */
    String path(Ask ask);

    /** @param key absent for endpoints that want none */
    Map<String, String> headers(Optional<String> key);

    JsonObject body(Ask ask);

    /** Of a response that came as a whole. */
    Reading read(JsonObject response);

    /**
     * @param events of a stream, in order
     * @param done whether it said that it is at its end ({@code [DONE]}), as some do
     */
    Reading read(List<JsonObject> events, boolean done);

    /** Whether a stream is at its end with this event; {@code [DONE]} is none. */
    default boolean isLast(JsonObject event) {
        return false;
    }

    /** What a response, or an event of a stream, tells of usage, whatever else is in it. */
    TokenCount tokens(JsonObject response);

    /** Whether the provider can hold a model to this schema at all. */
    default boolean takes(JsonObject schema) {
        return true;
    }
}
