package io.patchboard.client.ask;

import io.opentelemetry.context.Context;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.Command;
import io.patchboard.record.PatchProposal;

/**
 * One request.
 *
 * @param mayRepeat whether its id may have been used before; a new one cannot have an outcome yet
 * @param onRecord runs when the broker has it
 * @param trace whose context its record carries
 */
public record Request(RequestKey key, BoardRecord record, boolean mayRepeat, Runnable onRecord, Context trace) {

    /** @throws UnusableBoardIdException for an id that no kernel takes: its outcome would be in no board's log */
    public Request {
        UnusableBoardIdException.unlessUsable(record.boardId());
    }

    public static Request of(Command command, boolean mayRepeat) {
        return new Request(
                RequestKey.command(command.boardId(), command.commandId()),
                command,
                mayRepeat,
                () -> {},
                Context.root());
    }

    public static Request of(PatchProposal proposal, boolean mayRepeat) {
        return new Request(RequestKey.of(proposal), proposal, mayRepeat, () -> {}, Context.root());
    }

    public Request onRecord(Runnable action) {
        return new Request(key, record, mayRepeat, action, trace);
    }

    public Request in(Context context) {
        return new Request(key, record, mayRepeat, onRecord, context);
    }
}
