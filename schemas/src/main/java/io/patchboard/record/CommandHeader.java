package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.Optional;

/**
 * What every command says beside what it asks for.
 *
 * @param commandId chosen by the sender; one seen before changes nothing
 * @param by who asks; absent where the sender does not say
 * @param reason for the log's readers
 * @param expectedSequence of the last entry of the board that the sender knows; if the board has another by then, the
 *     command is refused
 * @param signature of who asks, over all that the command says; absent where he does not sign
 */
public record CommandHeader(
        String commandId,
        String boardId,
        Optional<String> by,
        Optional<String> reason,
        Optional<Long> expectedSequence,
        Optional<Signature> signature) {

    /** Of somebody who does not sign. */
    public CommandHeader(
            String commandId,
            String boardId,
            Optional<String> by,
            Optional<String> reason,
            Optional<Long> expectedSequence) {
        this(commandId, boardId, by, reason, expectedSequence, Optional.empty());
    }

    /** Of somebody who does not say who he is, and asks it of the board as it will be. */
    public static CommandHeader of(String commandId, String boardId, Optional<String> reason) {
        return new CommandHeader(commandId, boardId, Optional.empty(), reason, Optional.empty());
    }

    /** Of somebody who says who he is and why. */
    public static CommandHeader of(String commandId, String boardId, String by, String reason) {
        return new CommandHeader(commandId, boardId, Optional.of(by), Optional.of(reason), Optional.empty());
    }

    /** As repeated by an entry, for a command that is to come to the same. */
    public static CommandHeader again(String boardId, Requested requested) {
        return new CommandHeader(requested.commandId(), boardId, requested.by(), requested.reason(), Optional.empty());
    }

    public CommandHeader expecting(Optional<Long> sequence) {
        return new CommandHeader(commandId, boardId, by, reason, sequence, signature);
    }

    /** As signed so. */
    public CommandHeader signed(Optional<Signature> other) {
        return new CommandHeader(commandId, boardId, by, reason, expectedSequence, other);
    }

    /** What the entry repeats that does what is asked for. */
    public Requested requested() {
        return new Requested(commandId, by, reason, expectedSequence.filter(any -> signature.isPresent()), signature);
    }

    static CommandHeader read(Fields fields) {
        return new CommandHeader(
                fields.string("commandId"),
                fields.string("boardId"),
                fields.optionalString("by"),
                fields.optionalString("reason"),
                fields.optionalInteger("expectedSequence"),
                fields.optionalRecord(Signature.FIELD, Signature::read));
    }

    /** Of a command of which the log has to say who asked for it and why. */
    static CommandHeader readReasoned(Fields fields) {
        fields.string("by");
        fields.string("reason");
        return read(fields);
    }

    /** A command's JSON, so far. */
    JsonObject.Builder json(String type) {
        JsonObject.Builder json = JsonObject.builder()
                .put("type", type)
                .put("commandId", commandId)
                .put("boardId", boardId)
                .putStringIfPresent("by", by)
                .putStringIfPresent("reason", reason);
        expectedSequence.ifPresent(sequence -> json.put("expectedSequence", sequence));
        return json.putIfPresent(Signature.FIELD, signature.map(Signature::toJson));
    }
}
