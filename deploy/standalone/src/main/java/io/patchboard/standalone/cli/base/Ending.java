package io.patchboard.standalone.cli.base;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.EndEvent;
import io.patchboard.record.LogEntry;
import io.patchboard.standalone.screen.Tally;
import java.util.Optional;

/** How the commands that follow a board end with it: its result on stdout, and the exit code. */
public final class Ending {

    private Ending() {}

    /**
     * Tells it.
     *
     * @param last its end
     * @return the exit code
     */
    public static int show(LogEntry last, Tally tally, Output out) {
        if (last.event() instanceof CommandRejected rejected) {
            throw new CliException(
                    ExitCodes.of(rejected.rejection()),
                    "Expected the board to be created, but it was refused: "
                            + rejected.rejection().message());
        }
        tally.tokens().forEach(out::progress);
        Optional<Json> result = last.event() instanceof BoardCompleted completed
                ? Optional.of(completed.result())
                : last.event() instanceof BoardHalted halted ? halted.result() : Optional.empty();
        if (out.isJson()) {
            out.item(JsonObject.builder()
                    .put("type", "Summary")
                    .put("boardId", last.boardId())
                    .put("end", last.type())
                    .put("version", last.header().version())
                    .put("sequence", last.sequence())
                    .put("stateHash", ((EndEvent) last.event()).stateHash().hex())
                    .put("counts", tally.toJson())
                    .putIfPresent("result", result)
                    .build());
        } else {
            result.ifPresent(value -> out.line(JsonWriter.pretty(value)));
        }
        return last.event() instanceof BoardCompleted ? ExitCodes.OK : ExitCodes.NOT_COMPLETED;
    }
}
