package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.board.OpenWork;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.Word;
import io.patchboard.standalone.screen.Look;
import io.patchboard.standalone.screen.Style;
import io.patchboard.standalone.screen.Text;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a person has to decide, as a report has it. */
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

    /** That of several boards, each item with its board; absent where there is none. */
    static Optional<Json> json(List<BoardProjection> boards) {
        List<JsonObject> items = boards.stream()
                .map(BoardProjection::board)
                .flatMap(board -> board.work().incidents().stream()
                        .map(item -> JsonObject.builder()
                                .put("boardId", board.id())
                                .putIfPresent("parent", board.present().parent().map(OpenWork::json))
                                .putAll(OpenWork.json(item))
                                .build()))
                .toList();
        return items.isEmpty() ? Optional.empty() : Optional.of(JsonArray.copyOf(items));
    }
}
