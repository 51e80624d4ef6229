package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * A command changed nothing.
 *
 * @param commandId absent where it could not be read
 * @param errors every error of an invalid blueprint; empty for other rejections
 * @param command the command as it came, without a blueprint; where it is too large to repeat or not JSON, its size,
 *     hash and beginning
 * @param parent the invocation of another board that a board was to be made for, of which this is the outcome; absent
 *     for other commands
 */
public record CommandRejected(
        Optional<String> commandId,
        Rejection rejection,
        List<Problem> errors,
        Optional<Json> command,
        Optional<Parent> parent)
        implements RejectedEvent {

    /** Of a command that is for no other board. */
    public CommandRejected(
            Optional<String> commandId, Rejection rejection, List<Problem> errors, Optional<Json> command) {
        this(commandId, rejection, errors, command, Optional.empty());
    }

    static CommandRejected read(Fields fields) {
        return new CommandRejected(
                fields.optionalString("commandId"),
                Rejection.read(fields),
                fields.records("errors", Problem::read),
                fields.optionalJson("command"),
                fields.optionalRecord("parent", Parent::read));
    }

    @Override
    public Optional<String> requestId() {
        return commandId;
    }

    @Override
    public void write(JsonObject.Builder json) {
        rejection
                .writeTo(json.putStringIfPresent("commandId", commandId))
                .put(
                        "errors",
                        JsonArray.copyOf(errors.stream().map(Problem::toJson).toList()))
                .putIfPresent("command", command)
                .putIfPresent("parent", parent.map(Parent::toJson));
    }
}
