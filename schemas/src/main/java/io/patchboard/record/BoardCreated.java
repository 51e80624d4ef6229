package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * A board began. With this entry alone a reader has all that the board's log depends on.
 *
 * @param blueprint the blueprint as it was sent
 * @param blueprintHash SHA-256 of the blueprint's canonical JSON
 * @param input what the caller passed
 * @param state the first state: the initial one with every {@code $input} replaced, or a fork's
 * @param stateHash of {@code state}
 * @param usage what it cost to have the blueprint made; the board's first cost
 * @param labels names and strings by which the board is found
 * @param origin where this board left another one's log; absent where it begins with its blueprint's initial state
 * @param source the event that it was made of; absent where it was made of none
 * @param parent the invocation of another board that it was made for; absent where it was made for none
 * @param marked what values of {@code state} bring along from another board
 */
public record BoardCreated(
        Requested requested,
        Json blueprint,
        String blueprintHash,
        Json input,
        Json state,
        StateHash stateHash,
        Optional<Usage> usage,
        Optional<Json> labels,
        Optional<ForkOrigin> origin,
        Optional<Source> source,
        Optional<Parent> parent,
        List<Marked> marked)
        implements CommandOutcome {

    /** One that was made of no event and for no other board. */
    public BoardCreated(
            Requested requested,
            Json blueprint,
            String blueprintHash,
            Json input,
            Json state,
            StateHash stateHash,
            Optional<Usage> usage,
            Optional<Json> labels,
            Optional<ForkOrigin> origin) {
        this(
                requested,
                blueprint,
                blueprintHash,
                input,
                state,
                stateHash,
                usage,
                labels,
                origin,
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    /** One whose blueprint cost nothing, asked for by somebody who did not say who he is. */
    public BoardCreated(
            String commandId, Json blueprint, String blueprintHash, Json input, Json state, StateHash stateHash) {
        this(
                new Requested(commandId, Optional.empty(), Optional.empty()),
                blueprint,
                blueprintHash,
                input,
                state,
                stateHash,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    static BoardCreated read(Fields fields) {
        return new BoardCreated(
                Requested.read(fields),
                fields.json("blueprint"),
                fields.string("blueprintHash"),
                fields.json("input"),
                fields.jsonOrNull("state"),
                StateHash.read(fields),
                fields.optionalRecord("usage", Usage::read),
                fields.optionalJson("labels"),
                fields.optionalRecord("origin", ForkOrigin::read),
                fields.optionalRecord("source", Source::read),
                fields.optionalRecord("parent", Parent::read),
                fields.records("marked", Marked::read));
    }

    @Override
    public Command asked(CommandHeader header) {
        return new CreateBoard(
                header,
                blueprint,
                input,
                usage,
                labels,
                origin.map(begun -> new CreateBoard.Fork(begun, state)),
                source,
                parent,
                marked);
    }

    @Override
    public void write(JsonObject.Builder json) {
        requested.write(json);
        json.put("blueprint", blueprint)
                .put("blueprintHash", blueprintHash)
                .put("input", input)
                .put("state", state);
        stateHash.write(json);
        json.putIfPresent("usage", usage.map(Usage::toJson))
                .putIfPresent("labels", labels)
                .putIfPresent("origin", origin.map(ForkOrigin::toJson))
                .putIfPresent("source", source.map(Source::toJson))
                .putIfPresent("parent", parent.map(Parent::toJson));
        Marked.write(marked, json);
    }
}
