package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * A board ended without reaching its goal.
 *
 * @param detail what exactly: the detector's, the budget's, the {@link Limit}'s, the worker's name; empty where the
 *     reason says all
 * @param message a sentence for people
 * @param result the value at {@code complete.result} so far; absent where there is none yet, or {@code null}
 * @param compensation what was undone before; absent where nothing was to be
 * @param parent of which this is the outcome; absent where the board was made for no other
 * @param usage what all of its workers used; only where there is a parent to count it
 */
public record BoardHalted(
        Reason reason,
        String detail,
        String message,
        Optional<Json> result,
        StateHash stateHash,
        List<String> abandonedInvocations,
        Optional<Compensated> compensation,
        Optional<Parent> parent,
        Optional<Usage> usage)
        implements EndEvent {

    /** Why a board ended without reaching its goal. */
    public enum Reason implements Word {
        /** A detector found that it runs in circles. */
        CIRCUIT,
        /** Nothing is left of a budget, or of a limit. */
        BUDGET_EXHAUSTED,
        /** A worker failed whose policy says that the board ends then. */
        FAILED,
        /** A worker stayed away for longer than its policy has patience. */
        OUTAGE,
        /** Nothing is left to do, and the goal is not reached. */
        STUCK,
        /** A gate holds a patch. Boards wait for that; none is halted for it. */
        GATE,
        /** A worker that reaches outside would have been shown what is untrusted and what is confidential. */
        TRIFECTA
    }

    /** What is bounded on every board, whatever its blueprint says. */
    public enum Limit implements Word {
        /** The work that one decision may take. */
        WORK,
        /** Former states that pinned views still show. */
        PINNED_STATES,
        /** Matches that wait for something. */
        HELD_TRIGGERS,
        OPEN_INVOCATIONS,
        /** Actions whose keys are remembered. */
        ACTIONS
    }

    public BoardHalted {
        result = result.filter(value -> !value.isNull());
    }

    /** Of a board that was made for no other, and had nothing to undo. */
    public BoardHalted(
            Reason reason,
            String detail,
            String message,
            Optional<Json> result,
            StateHash stateHash,
            List<String> abandonedInvocations) {
        this(
                reason,
                detail,
                message,
                result,
                stateHash,
                abandonedInvocations,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    static BoardHalted read(Fields fields) {
        return new BoardHalted(
                fields.word("reason", Reason.class),
                fields.string("detail"),
                fields.string("message"),
                fields.optionalJson("result"),
                StateHash.read(fields),
                fields.strings("abandonedInvocations"),
                fields.optionalRecord("compensation", Compensated::read),
                fields.optionalRecord("parent", Parent::read),
                fields.optionalRecord("usage", Usage::read));
    }

    @Override
    public void write(JsonObject.Builder json) {
        json.put("reason", reason.word())
                .put("detail", detail)
                .put("message", message)
                .putIfPresent("result", result);
        stateHash.write(json);
        json.put("abandonedInvocations", JsonArray.ofStrings(abandonedInvocations))
                .putIfPresent("compensation", compensation.map(Compensated::toJson));
        writeUpwards(json);
    }
}
