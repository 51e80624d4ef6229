package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * Asks for a new board.
 *
 * @param blueprint the blueprint as a JSON value; checked by the kernel, so anything may stand here
 * @param input what the blueprint's {@code input} schema describes; an empty object where the sender left it out
 * @param usage what it cost to have the blueprint made, as the sender reports it; counts on the board's budgets
 * @param labels names and strings by which the board is found; checked by the kernel
 * @param fork where it begins; absent for a board that begins with its blueprint's initial state
 * @param source the event that it was made of; absent where it was made of none
 * @param parent the invocation of another board that it is made for; absent where it is made for none
 * @param marked what values of its first state bring along from another board
 */
public record CreateBoard(
        CommandHeader header,
        Json blueprint,
        Json input,
        Optional<Usage> usage,
        Optional<Json> labels,
        Optional<Fork> fork,
        Optional<Source> source,
        Optional<Parent> parent,
        List<Marked> marked)
        implements Command {

    /**
     * Where another board stood.
     *
     * @param state that the sender has folded from the origin's log; it has to have the hash that the origin says
     */
    public record Fork(ForkOrigin origin, Json state) {}

    /** One that brings nothing along. */
    public CreateBoard(
            CommandHeader header,
            Json blueprint,
            Json input,
            Optional<Usage> usage,
            Optional<Json> labels,
            Optional<Fork> fork,
            Optional<Source> source,
            Optional<Parent> parent) {
        this(header, blueprint, input, usage, labels, fork, source, parent, List.of());
    }

    /** One that is made of no event and for no other board. */
    public CreateBoard(
            CommandHeader header,
            Json blueprint,
            Json input,
            Optional<Usage> usage,
            Optional<Json> labels,
            Optional<Fork> fork) {
        this(header, blueprint, input, usage, labels, fork, Optional.empty(), Optional.empty(), List.of());
    }

    /** One that somebody asks for who does not say who he is. */
    public CreateBoard(String commandId, String boardId, Json blueprint, Json input, Optional<Usage> usage) {
        this(
                CommandHeader.of(commandId, boardId, Optional.empty()),
                blueprint,
                input,
                usage,
                Optional.empty(),
                Optional.empty());
    }

    /** One whose blueprint cost nothing. */
    public CreateBoard(String commandId, String boardId, Json blueprint, Json input) {
        this(commandId, boardId, blueprint, input, Optional.empty());
    }

    /** The same of a board of another id. */
    public CreateBoard calledAs(String boardId) {
        return new CreateBoard(
                new CommandHeader(
                        header.commandId(),
                        boardId,
                        header.by(),
                        header.reason(),
                        header.expectedSequence(),
                        header.signature()),
                blueprint,
                input,
                usage,
                labels,
                fork,
                source,
                parent,
                marked);
    }

    static CreateBoard read(Fields fields) {
        return new CreateBoard(
                CommandHeader.read(fields),
                fields.json("blueprint"),
                fields.optionalJson("input").orElse(JsonObject.EMPTY),
                fields.optionalRecord("usage", Usage::read),
                fields.optionalJson("labels"),
                fields.optionalRecord("origin", ForkOrigin::read)
                        .map(origin -> new Fork(origin, fields.jsonOrNull("state"))),
                fields.optionalRecord("source", Source::read),
                fields.optionalRecord("parent", Parent::read),
                fields.records("marked", Marked::read));
    }

    /** A fork's state and marks follow from what is said of its origin; the event is a server's word. */
    @Override
    public JsonObject said() {
        return Command.super.said().without("state").without("marked").without("source");
    }

    @Override
    public JsonObject toJson() {
        JsonObject.Builder json = header.json(type())
                .put("blueprint", blueprint)
                .put("input", input)
                .putIfPresent("usage", usage.map(Usage::toJson))
                .putIfPresent("labels", labels)
                .putIfPresent("origin", fork.map(Fork::origin).map(ForkOrigin::toJson))
                .putIfPresent("state", fork.map(Fork::state))
                .putIfPresent("source", source.map(Source::toJson))
                .putIfPresent("parent", parent.map(Parent::toJson));
        Marked.write(marked, json);
        return json.build();
    }
}
