package io.patchboard.gateway.llm.protocol;

import io.patchboard.json.Json;
import java.util.List;
import java.util.Optional;

/**
 * One turn of a conversation: a model called tools, and got their results.
 *
 * @param asked what it said
 * @param results as text, one for each call, in the order of the calls
 */
public record ToolTurn(Asked asked, List<String> results) {

    public ToolTurn {
        results = List.copyOf(results);
    }

    /**
     * An answer that calls tools.
     *
     * @param text beside the calls; may be empty
     * @param protocol that the model was spoken to in
     * @param message what it said in that protocol's form, which wants it back as it was: it may hold signed thoughts
     */
    public record Asked(String text, List<ToolCall> calls, Class<? extends Protocol> protocol, Json message) {

        public Asked {
            calls = List.copyOf(calls);
        }

        /** The message, for who speaks the same protocol. */
        Optional<Json> messageFor(Protocol other) {
            return protocol == other.getClass() ? Optional.of(message) : Optional.empty();
        }
    }
}
