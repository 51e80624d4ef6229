package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.Optional;

/**
 * Which command an entry is the outcome of.
 *
 * @param by who asked for it; absent where the command did not say
 * @param reason for the log's readers
 * @param expectedSequence as the command had it, where it was signed with the rest; absent otherwise
 * @param signature of who asked for it, where the blueprint has operators
 */
public record Requested(
        String commandId,
        Optional<String> by,
        Optional<String> reason,
        Optional<Long> expectedSequence,
        Optional<Signature> signature) {

    /** Of somebody who did not have to sign. */
    public Requested(String commandId, Optional<String> by, Optional<String> reason) {
        this(commandId, by, reason, Optional.empty(), Optional.empty());
    }

    static Requested read(Fields fields) {
        return new Requested(
                fields.string("commandId"),
                fields.optionalString("by"),
                fields.optionalString("reason"),
                fields.optionalInteger("expectedSequence"),
                fields.optionalRecord(Signature.FIELD, Signature::read));
    }

    /** What the command said, of which this is told. */
    CommandHeader header(String boardId) {
        return new CommandHeader(commandId, boardId, by, reason, expectedSequence, signature);
    }

    void write(JsonObject.Builder json) {
        json.put("commandId", commandId).putStringIfPresent("by", by).putStringIfPresent("reason", reason);
        expectedSequence.ifPresent(sequence -> json.put("expectedSequence", sequence));
        json.putIfPresent(Signature.FIELD, signature.map(Signature::toJson));
    }
}
