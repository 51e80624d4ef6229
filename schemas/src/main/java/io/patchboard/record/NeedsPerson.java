package io.patchboard.record;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A board cannot go on by itself, or not with all that it has to do: a person has to decide. One {@link Decided} that
 * names this entry's sequence closes it.
 *
 * @param reason what happened, as a board that is halted for it says
 * @param detail what exactly: the detector's, the budget's, the worker's, the gate's name; empty where the reason says
 *     all
 * @param holds how much of the board waits for the person
 * @param worker that it is about, or whose answer showed it; absent where it is nobody's
 * @param trigger what the worker was not, or is no more, invoked for; absent where there is none, or where entries
 *     before this one say so
 * @param message a sentence for people
 * @param options what he may decide
 * @param gate who he may be, and until when; absent but for kind {@link Kind#GATE}
 */
public record NeedsPerson(
        Kind kind,
        BoardHalted.Reason reason,
        String detail,
        Holds holds,
        Optional<String> worker,
        Optional<Trigger> trigger,
        String message,
        List<Option> options,
        Optional<Gate> gate)
        implements OwnEvent {

    /** One that is about no held patch. */
    public NeedsPerson(
            BoardHalted.Reason reason,
            String detail,
            Holds holds,
            Optional<String> worker,
            Optional<Trigger> trigger,
            String message,
            List<Option> options) {
        this(Kind.INCIDENT, reason, detail, holds, worker, trigger, message, options, Optional.empty());
    }

    /** What a person is needed for. */
    public enum Kind implements Word {
        /** Something went wrong that the board's policies do not mend. */
        INCIDENT,
        /** A patch is held that somebody has to allow. */
        GATE
    }

    /** How much of a board waits for a person. The rest goes on. */
    public enum Holds implements Word {
        /** The patch that a gate holds. */
        PATCH,
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
        /** Nothing was given up: the board goes on as it is. */
        RESUME,
        /** A budget gets a larger bound. */
        RAISE,
        /** The board ends. */
        HALT,
        /** The patch that a gate holds is judged again, and committed. */
        APPROVE,
        /** It is rejected, for the reason that is given. */
        REJECT,
        /** Another patch takes its place. */
        MODIFY,
        /** The next approver decides. */
        ESCALATE
    }

    /** What comes of a patch that nobody has decided about in time. */
    public enum OnTimeout implements Word {
        REJECT,
        /** The next approver decides; where there is none, it is rejected. */
        ESCALATE,
        /** As if it had been allowed. */
        APPROVE
    }

    /**
     * Who may allow a patch, until when, and what comes then.
     *
     * @param held sequence of the {@link PatchHeld} entry
     * @param approvers who may decide; none for everybody who may approve at all
     * @param escalation who decides when it is escalated, the next first
     * @param due when it is decided by itself; absent if never
     * @param excluded who may not allow it, having proposed or modified it, where the gate wants four eyes; else none
     */
    public record Gate(
            long held,
            List<String> approvers,
            List<String> escalation,
            Optional<Instant> due,
            OnTimeout onTimeout,
            List<String> excluded) {

        public static Gate read(Fields fields) {
            return new Gate(
                    fields.integer("held"),
                    fields.strings("approvers"),
                    fields.strings("escalation"),
                    fields.optionalTime("due"),
                    fields.word("onTimeout", OnTimeout.class),
                    fields.strings("excluded"));
        }

        public Gate withDue(Optional<Instant> later) {
            return new Gate(held, approvers, escalation, later, onTimeout, excluded);
        }

        public JsonObject toJson() {
            return JsonObject.builder()
                    .put("held", held)
                    .put("approvers", JsonArray.ofStrings(approvers))
                    .put("escalation", JsonArray.ofStrings(escalation))
                    .putStringIfPresent("due", due.map(LogHeader::format))
                    .put("onTimeout", onTimeout.word())
                    .put("excluded", JsonArray.ofStrings(excluded))
                    .build();
        }
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
                fields.words("options", Option.class),
                fields.optionalRecord("gate", Gate::read));
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
                        JsonArray.ofStrings(options.stream().map(Option::word).toList()))
                .putIfPresent("gate", gate.map(Gate::toJson));
    }
}
