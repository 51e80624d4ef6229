package io.patchboard.standalone.cli.base;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.EndEvent;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.standalone.screen.Tally;
import java.util.Optional;
import java.util.stream.Collectors;

/** How the commands that follow a board end with it: its result on stdout, and the exit code. */
public final class Ending {

    private Ending() {}

    /**
     * Tells it.
     *
     * @param last its end, or what a person has to decide, on it or on a board that was made for it
     * @return the exit code
     */
    public static int show(String boardId, LogEntry last, Tally tally, Output out) {
        if (last.event() instanceof CommandRejected rejected) {
            throw CliException.failed("Expected the board to be created, but it was refused: "
                    + rejected.rejection().message());
        }
        if (last.event() instanceof NeedsPerson item) {
            return needsPerson(boardId, last, item, tally, out);
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

    private static int needsPerson(String boardId, LogEntry entry, NeedsPerson item, Tally tally, Output out) {
        boolean itself = entry.boardId().equals(boardId);
        if (out.isJson()) {
            JsonObject.Builder summary = JsonObject.builder()
                    .put("type", "Summary")
                    .put("boardId", boardId)
                    .put("end", entry.type());
            if (itself) {
                summary.put("version", entry.header().version()).put("sequence", entry.sequence());
            }
            out.item(summary.put(
                            "needsPerson",
                            JsonObject.builder()
                                    .put("boardId", entry.boardId())
                                    .put("item", entry.sequence())
                                    .build())
                    .put("counts", tally.toJson())
                    .build());
        } else {
            out.progress((itself ? "Board " : "Board " + boardId + " waits for board ") + entry.boardId()
                    + (itself ? " waits" : ", which waits") + " for a person's decision: " + item.message()
                    + (item.gate().isPresent()
                            ? " \"patchboard approvals show " + entry.boardId()
                                    + "\" shows it; approve, reject, modify or" + " escalate takes the decision."
                            : " \"patchboard board resolve " + entry.boardId() + "\" takes it, as one of "
                                    + item.options().stream()
                                            .map(option -> "--" + option.word())
                                            .collect(Collectors.joining(", "))
                                    + "."));
        }
        return ExitCodes.NEEDS_PERSON;
    }
}
