package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.board.OpenWork;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Word;
import io.patchboard.standalone.run.PersonTasks;
import io.patchboard.standalone.screen.Look;
import io.patchboard.standalone.screen.Style;
import io.patchboard.standalone.screen.Text;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a person has to decide or answer, as a report has it. */
final class NeededPerson {

    private NeededPerson() {}

    /** A line of the report. */
    record Said(String name, String value) {}

    /**
     * @param where the words before each number
     * @param options of the commands that are to be typed
     */
    static List<Said> on(Board board, String where, String options, Look look) {
        return board.work().incidents().stream()
                .flatMap(item -> Stream.of(
                        new Said(
                                "needs a person",
                                where + "#" + item.sequence() + " "
                                        + look.paint(
                                                Style.BAD,
                                                Text.printable((item.reason().word() + " " + item.detail()).strip()))
                                        + ", who may decide: "
                                        + item.options().stream()
                                                .map(Word::word)
                                                .collect(Collectors.joining(", "))),
                        new Said("", Text.printable(item.message())),
                        new Said(
                                "",
                                look.paint(Style.BOLD, Text.printable(NextCommand.of(board.id(), item) + options)))))
                .toList();
    }

    /** What a board below waits for. */
    static List<Said> below(Board board, String options, Look look) {
        String where = "board " + Text.printable(board.id()) + " ";
        return Stream.concat(
                        on(board, where, options, look).stream(),
                        PersonTasks.toAnswer(board)
                                .flatMap(task -> Stream.of(
                                        new Said(
                                                "needs a person",
                                                where + "as " + Text.printable(task.worker()) + ", until "
                                                        + LogHeader.format(task.deadline())),
                                        new Said("", Text.printable(instruction(board, task))),
                                        new Said(
                                                "",
                                                look.paint(
                                                        Style.BOLD,
                                                        Text.printable(NextCommand.of(board.id(), task) + options))))))
                .filter(said -> !said.value().isEmpty()) // a role may have no instruction
                .toList();
    }

    private static String instruction(Board board, OpenInvocation task) {
        return board.rules().worker(task.worker()).map(WorkerRole::instruction).orElse("");
    }

    /** What several boards below wait for, each item with its board; absent where there is nothing. */
    static Optional<Json> json(List<BoardProjection> boards) {
        List<JsonObject> items = boards.stream()
                .map(BoardProjection::board)
                .flatMap(board -> Stream.concat(
                                board.work().incidents().stream().map(OpenWork::json),
                                PersonTasks.toAnswer(board).map(task -> json(board, task)))
                        .map(item -> JsonObject.builder()
                                .put("boardId", board.id())
                                .putIfPresent("parent", board.present().parent().map(OpenWork::json))
                                .putAll(item)
                                .build()))
                .toList();
        return items.isEmpty() ? Optional.empty() : Optional.of(JsonArray.copyOf(items));
    }

    private static JsonObject json(Board board, OpenInvocation task) {
        return JsonObject.builder()
                .put("kind", "task")
                .put("worker", task.worker())
                .put("message", instruction(board, task))
                .put("options", JsonArray.ofStrings(List.of("answer")))
                .put("invocationId", task.id())
                .put("attempt", task.attempt())
                .put("deadline", LogHeader.format(task.deadline()))
                .build();
    }
}
