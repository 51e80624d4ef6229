package io.patchboard.record;

import io.patchboard.json.JsonObject;

/**
 * The place in another board's log at which a fork leaves it.
 *
 * @param sequence of the last entry of the other board before the fork
 * @param hash of that entry
 * @param stateHash of the state after it
 */
public record ForkOrigin(String boardId, long sequence, String hash, StateHash stateHash) {

    static ForkOrigin read(Fields fields) {
        return new ForkOrigin(
                fields.string("boardId"), fields.integer("sequence"), fields.string("hash"), StateHash.read(fields));
    }

    JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder()
                .put("boardId", boardId)
                .put("sequence", sequence)
                .put("hash", hash);
        stateHash.write(json);
        return json.build();
    }
}
