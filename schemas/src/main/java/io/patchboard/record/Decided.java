package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * A person has decided what the board waited for. What that brings about follows as entries of its own.
 *
 * @param item sequence of the {@link NeedsPerson} entry that this closes
 * @param worker whom option {@code worker} named; absent for the other options
 * @param raised budgets that are larger from now on
 * @param invites who is invited, as a first attempt
 */
public record Decided(
        Requested requested,
        long item,
        NeedsPerson.Option option,
        Optional<String> worker,
        List<Raise> raised,
        List<BoardReopened.Invite> invites)
        implements CommandOutcome {

    static Decided read(Fields fields) {
        return new Decided(
                Requested.read(fields),
                fields.integer("item"),
                fields.word("option", NeedsPerson.Option.class),
                fields.optionalString("worker"),
                fields.records("raised", Raise::read),
                fields.records("invites", BoardReopened.Invite::read));
    }

    @Override
    public void write(JsonObject.Builder json) {
        requested.write(json);
        json.put("item", item)
                .put("option", option.word())
                .putStringIfPresent("worker", worker)
                .put("raised", ReopenBoard.raisedJson(raised))
                .put("invites", BoardReopened.invitesJson(invites));
    }
}
