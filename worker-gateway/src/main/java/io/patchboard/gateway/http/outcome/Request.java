package io.patchboard.gateway.http.outcome;

import io.patchboard.record.BoardRecord;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Topics;

/**
 * One request.
 *
 * @param mayRepeat whether its id may have been used before; a new one cannot have an outcome yet
 * @param onRecord runs when the broker has it
 */
public record Request(RequestKey key, BoardRecord record, boolean mayRepeat, Runnable onRecord) {

    public static Request of(CreateBoard command, boolean mayRepeat) {
        return new Request(RequestKey.command(command.boardId(), command.commandId()), command, mayRepeat, () -> {});
    }

    public static Request of(PatchProposal proposal, boolean mayRepeat) {
        return new Request(RequestKey.of(proposal), proposal, mayRepeat, () -> {});
    }

    public Request onRecord(Runnable action) {
        return new Request(key, record, mayRepeat, action);
    }

    String topic(Topics topics) {
        return key.kind() == RequestKey.Kind.COMMAND ? topics.commands() : topics.proposals();
    }
}
