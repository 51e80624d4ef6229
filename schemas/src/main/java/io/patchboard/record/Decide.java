package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * A person decides what a board waits for.
 *
 * @param item sequence of the {@link NeedsPerson} entry; absent for the only one that is open
 * @param worker whom option {@code worker} names; absent for the other options
 * @param raised budgets that option {@code raise} makes larger; none for the other options
 * @param patch what option {@code modify} puts in place of the one that is held; absent for the other options
 */
public record Decide(
        CommandHeader header,
        Optional<Long> item,
        NeedsPerson.Option option,
        Optional<String> worker,
        List<Raise> raised,
        Optional<Json> patch)
        implements Command {

    /** One that is no patch of the sender's own. */
    public Decide(
            CommandHeader header,
            Optional<Long> item,
            NeedsPerson.Option option,
            Optional<String> worker,
            List<Raise> raised) {
        this(header, item, option, worker, raised, Optional.empty());
    }

    static Decide read(Fields fields) {
        return new Decide(
                CommandHeader.readReasoned(fields),
                fields.optionalInteger("item"),
                fields.word("option", NeedsPerson.Option.class),
                fields.optionalString("worker"),
                fields.records("raised", Raise::read),
                fields.optionalJson("patch"));
    }

    @Override
    public JsonObject toJson() {
        JsonObject.Builder json = header.json(type());
        item.ifPresent(sequence -> json.put("item", sequence));
        return json.put("option", option.word())
                .putStringIfPresent("worker", worker)
                .put("raised", ReopenBoard.raisedJson(raised))
                .putIfPresent("patch", patch)
                .build();
    }
}
