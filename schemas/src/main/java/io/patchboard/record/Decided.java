package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * A person has decided what the board waited for, or the time that he had for it, or an amended blueprint that affords
 * it. What that brings about follows as entries of its own.
 *
 * @param requested absent where the time was over, or the blueprint was amended
 * @param item sequence of the {@link NeedsPerson} entry that this closes
 * @param worker whom option {@code worker} named; absent for the other options
 * @param raised budgets that are larger from now on
 * @param invites who is invited, as a first attempt
 * @param patch what option {@code modify} put in place of the one that was held; absent for the other options
 */
public record Decided(
        Optional<Requested> requested,
        long item,
        NeedsPerson.Option option,
        Optional<String> worker,
        List<Raise> raised,
        List<BoardReopened.Invite> invites,
        Optional<Json> patch)
        implements CommittedEvent {

    /** One that is no patch of the person's own. */
    public Decided(
            Requested requested,
            long item,
            NeedsPerson.Option option,
            Optional<String> worker,
            List<Raise> raised,
            List<BoardReopened.Invite> invites) {
        this(Optional.of(requested), item, option, worker, raised, invites, Optional.empty());
    }

    static Decided read(Fields fields) {
        return new Decided(
                fields.optionalString("commandId").map(any -> Requested.read(fields)),
                fields.integer("item"),
                fields.word("option", NeedsPerson.Option.class),
                fields.optionalString("worker"),
                fields.records("raised", Raise::read),
                fields.records("invites", BoardReopened.Invite::read),
                fields.optionalJson("patch"));
    }

    @Override
    public Optional<Command> command(String boardId) {
        return requested.map(
                asked -> new Decide(asked.header(boardId), Optional.of(item), option, worker, raised, patch));
    }

    @Override
    public void write(JsonObject.Builder json) {
        requested.ifPresent(asked -> asked.write(json));
        json.put("item", item)
                .put("option", option.word())
                .putStringIfPresent("worker", worker)
                .put("raised", ReopenBoard.raisedJson(raised))
                .put("invites", BoardReopened.invitesJson(invites))
                .putIfPresent("patch", patch);
    }
}
