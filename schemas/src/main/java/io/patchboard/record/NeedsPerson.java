package io.patchboard.record;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * A board cannot go on by itself, or not with all that it has to do: a person has to decide. One {@link Decided} that
 * names this entry's sequence closes it.
 *
 * @param reason what happened, as a board that is halted for it says
 * @param detail what exactly: the detector's, the budget's, the worker's name; empty where the reason says all
 * @param holds how much of the board waits for the person
 * @param worker that it is about, or whose answer showed it; absent where it is nobody's
 * @param trigger what the worker was not, or is no more, invoked for; absent where there is none, or where entries
 *     before this one say so
 * @param message a sentence for people
 * @param options what he may decide
 */
public record NeedsPerson(
        Kind kind,
        BoardHalted.Reason reason,
        String detail,
        Holds holds,
        Optional<String> worker,
        Optional<Trigger> trigger,
        String message,
        List<Option> options)
        implements OwnEvent {

    /** What a person is needed for. */
    public enum Kind implements Word {
        /** Something went wrong that the board's policies do not mend. */
        INCIDENT
    }

    /** How much of a board waits for a person. The rest goes on. */
    public enum Holds implements Word {
        /** What the worker was given up for. */
        TRIGGER,
        /** All that the worker is to be invoked for. What it has open, it may answer. */
        WORKER,
        /** All that anybody is to be invoked for. What is open may be answered. */
        BOARD
    }

    /** What a person may decide about an incident. */
    public enum Option implements Word {
        /** Whoever was given up is invited again, as for the first time. */
        RETRY,
        /** Another worker is invited in place of the one that was given up. */
        WORKER,
        /** What was given up stays undone. */
        SKIP,
        /** A budget gets a larger bound. */
        RAISE,
        /** The board ends. */
        HALT
    }

    static NeedsPerson read(Fields fields) {
        return new NeedsPerson(
                fields.word("kind", Kind.class),
                fields.word("reason", BoardHalted.Reason.class),
                fields.string("detail"),
                fields.word("holds", Holds.class),
                fields.optionalString("worker"),
                fields.optionalRecord("trigger", Trigger::read),
                fields.string("message"),
                fields.words("options", Option.class));
    }

    @Override
    public void write(JsonObject.Builder json) {
        json.put("kind", kind.word())
                .put("reason", reason.word())
                .put("detail", detail)
                .put("holds", holds.word())
                .putStringIfPresent("worker", worker)
                .putIfPresent("trigger", trigger.map(Trigger::toJson))
                .put("message", message)
                .put(
                        "options",
                        JsonArray.ofStrings(options.stream().map(Option::word).toList()));
    }
}
