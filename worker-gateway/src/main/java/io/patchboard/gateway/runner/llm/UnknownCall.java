package io.patchboard.gateway.runner.llm;

import io.patchboard.gateway.llm.protocol.ToolTurn;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.FieldException;
import io.patchboard.record.Fields;
import java.util.Optional;

/**
 * A call of a tool with effects that was begun, as the checkpoint of a model has it: nobody may know whether it was
 * done. A person who does can say so, and the next attempt takes his word.
 *
 * @param tool that was called
 * @param key under which it was
 */
public record UnknownCall(String tool, String key, JsonObject checkpoint) {

    static final String SETTLED = "settled";

    /**
     * What a person says.
     *
     * @param result that it had; absent if it was not done
     */
    record Settled(Optional<Json> result) {

        /** @throws FieldException if it is neither */
        static Settled read(Fields fields) {
            return new Settled(fields.flag("done") ? Optional.of(fields.jsonOrNull("result")) : Optional.empty());
        }
    }

    /** The one that a checkpoint has; absent if it has none. */
    public static Optional<UnknownCall> in(Json checkpoint) {
        Optional<Conversation> conversation = Conversation.read(checkpoint);
        return conversation.flatMap(Conversation::begun).map(begun -> {
            String tool = next(begun);
            return new UnknownCall(tool, conversation.get().latestKey(tool), (JsonObject) checkpoint);
        });
    }

    private static String next(ToolTurn begun) {
        return begun.asked().calls().get(begun.results().size()).name();
    }

    /** The checkpoint by which the next attempt goes on, as if the tool had said that. */
    public JsonObject done(Json result) {
        return checkpoint.with(
                SETTLED,
                JsonObject.builder().put("done", true).put("result", result).build());
    }

    /** The checkpoint by which the next attempt makes the call. */
    public JsonObject notDone() {
        return checkpoint.with(SETTLED, JsonObject.builder().put("done", false).build());
    }
}
