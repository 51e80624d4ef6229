package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A board is done: its {@code complete.when} holds, or it has none, and nothing is left to do.
 *
 * @param reason absent where the goal was reached
 * @param result the value at {@code complete.result}; the whole state where the blueprint names none
 * @param parent of which this is the outcome; absent where the board was made for no other
 * @param usage what all of its workers used; only where there is a parent to count it
 * @param marks of the result, and of all in it
 */
public record BoardCompleted(
        Optional<Reason> reason,
        Json result,
        StateHash stateHash,
        List<String> abandonedInvocations,
        Optional<Parent> parent,
        Optional<Usage> usage,
        Set<Provenance> marks)
        implements EndEvent {

    /** Why a board without a goal is done. */
    public enum Reason implements Word {
        /** Nothing is left to do. */
        QUIET
    }

    /** Of a board that was made for no other. */
    public BoardCompleted(
            Optional<Reason> reason, Json result, StateHash stateHash, List<String> abandonedInvocations) {
        this(reason, result, stateHash, abandonedInvocations, Optional.empty(), Optional.empty(), Set.of());
    }

    static BoardCompleted read(Fields fields) {
        return new BoardCompleted(
                fields.optionalWord("reason", Reason.class),
                fields.jsonOrNull("result"),
                StateHash.read(fields),
                fields.strings("abandonedInvocations"),
                fields.optionalRecord("parent", Parent::read),
                fields.optionalRecord("usage", Usage::read),
                Provenance.read(fields));
    }

    @Override
    public void write(JsonObject.Builder json) {
        json.putStringIfPresent("reason", reason.map(Reason::word)).put("result", result);
        stateHash.write(json);
        json.put("abandonedInvocations", JsonArray.ofStrings(abandonedInvocations));
        writeUpwards(json);
        json.putStringsIfAny("marks", Provenance.words(marks));
    }
}
