package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * A person decides what a board waits for.
 *
 * @param by who decides
 * @param reason for the log's readers
 * @param item sequence of the {@link NeedsPerson} entry; absent for the only one that is open
 * @param worker whom option {@code worker} names; absent for the other options
 * @param raised budgets that option {@code raise} makes larger; none for the other options
 */
public record Decide(
        String commandId,
        String boardId,
        String by,
        String reason,
        Optional<Long> item,
        NeedsPerson.Option option,
        Optional<String> worker,
        List<Raise> raised)
        implements Command {

    static Decide read(Fields fields) {
        return new Decide(
                fields.string("commandId"),
                fields.string("boardId"),
                fields.string("by"),
                fields.string("reason"),
                fields.optionalInteger("item"),
                fields.word("option", NeedsPerson.Option.class),
                fields.optionalString("worker"),
                fields.records("raised", Raise::read));
    }

    @Override
    public JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder()
                .put("type", type())
                .put("commandId", commandId)
                .put("boardId", boardId)
                .put("by", by)
                .put("reason", reason);
        item.ifPresent(sequence -> json.put("item", sequence));
        return json.put("option", option.word())
                .putStringIfPresent("worker", worker)
                .put("raised", ReopenBoard.raisedJson(raised))
                .build();
    }
}
