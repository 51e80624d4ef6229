package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.Optional;

/** What an application asks of a board as a whole (topic {@code commands}). */
public sealed interface Command extends BoardRecord, Signable
        permits CreateBoard,
                PauseBoard,
                ResumeBoard,
                CancelBoard,
                ReopenBoard,
                Decide,
                EditBoard,
                MarkBoard,
                RestoreBoard,
                AmendBlueprint {

    CommandHeader header();

    /** Chosen by the sender; a command id seen before changes nothing. */
    default String commandId() {
        return header().commandId();
    }

    @Override
    default String boardId() {
        return header().boardId();
    }

    @Override
    default Optional<Signature> signature() {
        return header().signature();
    }

    /** As signed so. */
    default Command signed(Optional<Signature> other) {
        JsonObject unsigned = toJson().without(Signature.FIELD);
        return fromJson(
                other.map(by -> unsigned.with(Signature.FIELD, by.toJson())).orElse(unsigned));
    }

    /** For another board or another time: nobody has signed it, and what is there may be anything. */
    default Command again() {
        return fromJson(toJson().without(Signature.FIELD).without("expectedSequence"));
    }

    @Override
    default String signedAs() {
        return "patchboard-command-1";
    }

    @Override
    default JsonObject said() {
        return toJson().without(Signature.FIELD);
    }

    @Override
    default long saidBytes() {
        return toJson().canonicalBytes();
    }

    /** @throws FieldException naming the first field that is missing or of the wrong type */
    static Command fromJson(JsonObject json) {
        Fields fields = new Fields(json);
        String type = fields.string("type");
        return CommandKinds.reader(type)
                .orElseThrow(() -> new FieldException(
                        "/type",
                        "Expected one of " + String.join(", ", CommandKinds.TYPES) + " at /type, but got \"" + type
                                + "\"."))
                .apply(fields);
    }
}
