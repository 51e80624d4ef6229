package io.patchboard.record;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * Somebody ended a board by command.
 *
 * @param compensation what was undone before, since the command was given; absent where nothing was to be
 * @param parent of which this is the outcome; absent where the board was made for no other
 * @param usage what all of its workers used; only where there is a parent to count it
 */
public record BoardCancelled(
        Requested requested,
        StateHash stateHash,
        List<String> abandonedInvocations,
        Optional<Compensated> compensation,
        Optional<Parent> parent,
        Optional<Usage> usage)
        implements EndEvent, CommandOutcome {

    static BoardCancelled read(Fields fields) {
        return new BoardCancelled(
                Requested.read(fields),
                StateHash.read(fields),
                fields.strings("abandonedInvocations"),
                fields.optionalRecord("compensation", Compensated::read),
                fields.optionalRecord("parent", Parent::read),
                fields.optionalRecord("usage", Usage::read));
    }

    /** Where something was undone before, the outcome of the command was that this began. */
    @Override
    public Optional<Command> command(String boardId) {
        return compensation.isPresent() ? Optional.empty() : CommandOutcome.super.command(boardId);
    }

    @Override
    public Command asked(CommandHeader header) {
        return new CancelBoard(header);
    }

    @Override
    public void write(JsonObject.Builder json) {
        requested.write(json);
        stateHash.write(json);
        json.put("abandonedInvocations", JsonArray.ofStrings(abandonedInvocations))
                .putIfPresent("compensation", compensation.map(Compensated::toJson));
        writeUpwards(json);
    }
}
