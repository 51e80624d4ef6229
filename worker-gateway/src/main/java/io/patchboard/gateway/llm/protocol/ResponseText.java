package io.patchboard.gateway.llm.protocol;

import io.patchboard.calls.EventStream;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the text of a response: one JSON object, or a stream of server-sent events with one in each. */
public final class ResponseText {

    private static final String DONE = "[DONE]";
    private static final JsonReader JSON = new JsonReader(JsonLimits.SENT);

    /** An event for each few letters takes several times its text: 64 MB and four times what is read at most. */
    private static final JsonReader EVENTS = new JsonReader(JsonLimits.SENT.withMaxHeapBytes(128_000_000));

    private ResponseText() {}

    public static Reading read(Protocol protocol, String text, boolean stream) {
        if (stream) {
            return events(protocol, text);
        }
        return parse(text, JSON).map(protocol::read).orElseGet(() -> new Reading.Unreadable(text, TokenCount.NONE));
    }

    /** The first event that cannot be read, or is an error, is what the stream comes to. */
    private static Reading events(Protocol protocol, String text) {
        List<JsonObject> events = new ArrayList<>();
        TokenCount told = TokenCount.NONE;
        boolean done = false;
        JsonReader together = EVENTS.together();
        for (String data : EventStream.data(text)) {
            if (data.equals(DONE)) {
                done = true;
                continue;
            }
            Optional<JsonObject> event = parse(data, together);
            if (event.isEmpty() || isError(event.get())) {
                return new Reading.Unreadable(data, told);
            }
            events.add(event.get());
            told = told.max(protocol.tokens(event.get()));
        }
        return protocol.read(events, done);
    }

    /** Whether what follows an event of a stream says nothing more of the answer, should it not end there. */
    public static boolean isLast(Protocol protocol, String data) {
        return data.equals(DONE)
                || parse(data, JSON)
                        .map(event -> isError(event) || protocol.isLast(event))
                        .orElse(true);
    }

    private static boolean isError(JsonObject event) {
        return event.get("error").filter(error -> !error.isNull()).isPresent();
    }

    private static Optional<JsonObject> parse(String text, JsonReader reader) {
        try {
            return reader.read(text) instanceof JsonObject object ? Optional.of(object) : Optional.empty();
        } catch (JsonSyntaxException e) {
            return Optional.empty();
        }
    }
}
