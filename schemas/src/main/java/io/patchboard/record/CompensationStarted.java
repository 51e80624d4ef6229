package io.patchboard.record;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * A board is about to end without its goal, and what was done on it is undone first (ALAS, appendix A.6). Its end
 * follows the last handler.
 *
 * @param requested which command cancels it; absent where it is halted
 * @param halt how it will be halted; absent where it is cancelled
 * @param undoes the sequences of the commits that are undone, in the order of that: the last one first
 * @param abandonedInvocations that were open; nobody waits for their answers any more
 */
public record CompensationStarted(
        Optional<Requested> requested, Optional<Halt> halt, List<Long> undoes, List<String> abandonedInvocations)
        implements OwnEvent {

    /**
     * What the board's {@link BoardHalted} will say.
     *
     * @param detail as there
     * @param message as there
     */
    public record Halt(BoardHalted.Reason reason, String detail, String message) {

        static Halt read(Fields fields) {
            return new Halt(
                    fields.word("reason", BoardHalted.Reason.class), fields.string("detail"), fields.string("message"));
        }

        JsonObject toJson() {
            return JsonObject.builder()
                    .put("reason", reason.word())
                    .put("detail", detail)
                    .put("message", message)
                    .build();
        }
    }

    /** @throws FieldException if a field is missing or of the wrong type */
    public static CompensationStarted read(Fields fields) {
        return new CompensationStarted(
                fields.optionalString("commandId").map(any -> Requested.read(fields)),
                fields.optionalRecord("halt", Halt::read),
                fields.integers("undoes"),
                fields.strings("abandonedInvocations"));
    }

    @Override
    public Optional<Command> command(String boardId) {
        return requested.map(asked -> new CancelBoard(asked.header(boardId)));
    }

    @Override
    public void write(JsonObject.Builder json) {
        requested.ifPresent(asked -> asked.write(json));
        json.putIfPresent("halt", halt.map(Halt::toJson))
                .put("undoes", JsonArray.ofLongs(undoes))
                .put("abandonedInvocations", JsonArray.ofStrings(abandonedInvocations));
    }
}
