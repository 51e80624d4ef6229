package io.patchboard.standalone.cli;

import io.patchboard.json.JsonObject;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.standalone.cli.board.NextCommand;
import io.patchboard.standalone.screen.Tally;
import io.patchboard.text.ShellWord;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a board does not go on without: a person's decision, or his answer.
 *
 * @param boardId the board that is run
 * @param entry that asks for him, on it or on a board that it waits for
 */
record PersonWanted(String boardId, LogEntry entry) {

    /** What he is wanted for, and what he types. */
    String sentence(RunPlace place) {
        String who = entry.boardId().equals(boardId)
                ? "Board " + boardId + " waits"
                : "Board " + boardId + " waits for board " + entry.boardId() + ", which waits";
        return entry.event() instanceof WorkerInvoked task
                ? who + " for the answer of " + task.worker() + ", who is a person: " + task.instruction() + " "
                        + place.told(
                                NextCommand.answer(entry.boardId(), task.worker(), task.invocationId()), "gives it.")
                : who + " for a person's decision: " + decision((NeedsPerson) entry.event(), place);
    }

    /** What a person types about a patch that is held, whoever may decide about it. */
    static String decision(String boardId, RunPlace place) {
        return decision(boardId, place, "shows it; approve, reject or modify takes the decision.");
    }

    private static String decision(String boardId, RunPlace place, String does) {
        return place.told("approvals show " + ShellWord.of(boardId), does);
    }

    /** Such as {@code approve, reject or modify}. */
    private static String choice(List<NeedsPerson.Option> options) {
        List<String> words = options.stream().map(NeedsPerson.Option::word).toList();
        int last = words.size() - 1;
        return last < 1 ? String.join("", words) : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }

    private String decision(NeedsPerson item, RunPlace place) {
        return item.message() + " "
                + (item.gate().isPresent()
                        ? decision(
                                entry.boardId(), place, "shows it; " + choice(item.options()) + " takes the decision.")
                        : place.told(
                                "board resolve " + ShellWord.of(entry.boardId()),
                                "takes it, as one of "
                                        + item.options().stream()
                                                .map(option -> "--" + option.word())
                                                .collect(Collectors.joining(", "))
                                        + "."));
    }

    JsonObject json(Tally tally) {
        JsonObject.Builder summary = JsonObject.builder()
                .put("type", "Summary")
                .put("boardId", boardId)
                .put("end", entry.type());
        if (entry.boardId().equals(boardId)) {
            summary.put("version", entry.header().version()).put("sequence", entry.sequence());
        }
        return summary.put(
                        "needsPerson",
                        JsonObject.builder()
                                .put("boardId", entry.boardId())
                                .put("item", entry.sequence())
                                .build())
                .put("counts", tally.toJson())
                .build();
    }
}
