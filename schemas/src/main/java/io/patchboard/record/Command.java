package io.patchboard.record;

import io.patchboard.json.JsonObject;

/** What an application asks of a board as a whole (topic {@code commands}). */
public sealed interface Command extends BoardRecord
        permits CreateBoard, PauseBoard, ResumeBoard, CancelBoard, ReopenBoard, Decide {

    /** Chosen by the sender; a command id seen before changes nothing. */
    String commandId();

    /** @throws FieldException naming the first field that is missing or of the wrong type */
    static Command fromJson(JsonObject json) {
        Fields fields = new Fields(json);
        String type = fields.string("type");
        return switch (type) {
            case "CreateBoard" -> CreateBoard.read(fields);
            case "PauseBoard" -> PauseBoard.read(fields);
            case "ResumeBoard" -> ResumeBoard.read(fields);
            case "CancelBoard" -> CancelBoard.read(fields);
            case "ReopenBoard" -> ReopenBoard.read(fields);
            case "Decide" -> Decide.read(fields);
            default ->
                throw new FieldException(
                        "/type",
                        "Expected one of CreateBoard, PauseBoard, ResumeBoard, CancelBoard, ReopenBoard, Decide at /type, but got \""
                                + type + "\".");
        };
    }
}
