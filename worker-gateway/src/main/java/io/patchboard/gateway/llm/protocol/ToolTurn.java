package io.patchboard.gateway.llm.protocol;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Fields;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

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
     * This turn for who speaks a protocol. One of another gets ids of ours, by turn and call: some models give their
     * calls none, or the same, and not every provider takes those of another.
     *
     * @param turn its number
     */
    ToolTurn told(Protocol other, int turn) {
        return asked.messageFor(other).isPresent() ? this : new ToolTurn(asked.numbered(turn), results);
    }

    /** In a form that can be written down. */
    public JsonObject toJson() {
        return asked.toJson().with("results", JsonArray.ofStrings(results));
    }

    /** @throws io.patchboard.record.FieldException if it is none */
    public static ToolTurn read(Fields fields) {
        return new ToolTurn(Asked.read(fields), fields.strings("results"));
    }

    /**
     * An answer that calls tools.
     *
     * @param text beside the calls; may be empty
     * @param protocol that the model was spoken to in
     * @param message what it said in that protocol's form, which wants it back as it was: it may hold signed thoughts
     */
    public record Asked(String text, List<ToolCall> calls, Class<? extends Protocol> protocol, Json message) {

        private static final List<Class<? extends Protocol>> PROTOCOLS =
                List.of(ChatCompletions.class, AnthropicMessages.class, GeminiContent.class);

        public Asked {
            calls = List.copyOf(calls);
        }

        /** In a form that can be written down. */
        public JsonObject toJson() {
            return JsonObject.builder()
                    .put("text", text)
                    .put(
                            "calls",
                            JsonArray.copyOf(calls.stream()
                                    .map(call -> (Json) call.toJson())
                                    .toList()))
                    .put("protocol", protocol.getSimpleName())
                    .put("message", message)
                    .build();
        }

        /** @throws io.patchboard.record.FieldException if it is none */
        public static Asked read(Fields fields) {
            return new Asked(
                    fields.string("text"),
                    fields.records("calls", ToolCall::read),
                    protocol(fields.string("protocol")),
                    fields.json("message"));
        }

        /** One that nobody speaks stands for one that is not known any more. */
        private static Class<? extends Protocol> protocol(String name) {
            return PROTOCOLS.stream()
                    .filter(known -> known.getSimpleName().equals(name))
                    .findFirst()
                    .orElse(Protocol.class);
        }

        /** Nine letters and digits, which all providers take. */
        private Asked numbered(int turn) {
            List<ToolCall> numbered = IntStream.range(0, calls.size())
                    .mapToObj(i -> new ToolCall(
                            String.format(Locale.ROOT, "c%04d%04d", turn, i),
                            calls.get(i).name(),
                            calls.get(i).arguments()))
                    .toList();
            return new Asked(text, numbered, protocol, message);
        }

        /** The message, for who speaks the same protocol. */
        Optional<Json> messageFor(Protocol other) {
            return protocol == other.getClass() ? Optional.of(message) : Optional.empty();
        }
    }
}
