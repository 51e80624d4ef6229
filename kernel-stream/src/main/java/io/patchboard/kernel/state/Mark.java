package io.patchboard.kernel.state;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.patch.Origins;
import io.patchboard.record.Fields;
import java.util.List;
import java.util.stream.Stream;

/**
 * A board as it was when somebody marked it.
 *
 * @param version of the state
 * @param state that it had
 * @param origins which log entry had written what of it
 * @param pending who was at work or was to be, whose patch a gate held, and what was given up
 * @param held rules that had matched and waited, without a worker yet
 */
public record Mark(long version, Json state, Origins origins, List<Abandoned> pending, List<HeldTrigger> held) {

    /** Of the board now. */
    public static Mark of(Board board) {
        return new Mark(
                board.version(),
                board.state(),
                board.present().origins(),
                pending(board),
                board.held().stream().filter(match -> match.worker().isEmpty()).toList());
    }

    /** Who is at work on a board or is to be, whose patch a gate holds, and what is given up, each once. */
    public static List<Abandoned> pending(Board board) {
        Stream<OpenInvocation> gated = board.work().gated().stream().flatMap(patch -> patch.invocation().stream());
        List<OpenInvocation> unfinished =
                Stream.concat(board.open().values().stream(), gated).toList();
        return Stream.concat(
                        Abandoned.of(board.waiting(), unfinished, board.held()).stream(),
                        board.work().abandoned().stream().map(Abandoned::withoutState))
                .distinct()
                .toList();
    }

    /** What it takes of the board's stored text, in bytes. */
    public long bytes() {
        return toJson("").compactBytes();
    }

    JsonObject toJson(String name) {
        return JsonObject.builder()
                .put("name", name)
                .put("version", version)
                .put("state", state)
                .put("origins", origins.toJson())
                .put(
                        "pending",
                        JsonArray.copyOf(pending.stream().map(Abandoned::toJson).toList()))
                .put(
                        "held",
                        JsonArray.copyOf(held.stream().map(HeldTrigger::toJson).toList()))
                .build();
    }

    static Mark read(Fields fields) {
        return new Mark(
                fields.integer("version"),
                fields.jsonOrNull("state"),
                Origins.read((JsonObject) fields.json("origins")),
                fields.records("pending", Abandoned::read),
                fields.records("held", HeldTrigger::read));
    }

    void measure(String name, BoardSize size) {
        size.item(name);
        size.state(state);
        size.origins(origins);
        pending.forEach(one -> one.measure(size));
        held.forEach(match -> match.measure(size));
    }
}
