package io.patchboard.standalone.http;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.patchboard.client.board.ValueHistory;
import io.patchboard.client.model.BoardModel;
import io.patchboard.gateway.http.ProblemException;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.state.Board;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The route that tells who wrote a value, from the latest change back. */
final class HistoryRoute {

    private static final int MOST_CHANGES = 1_000;
    private static final int USUAL_CHANGES = 50;

    /** How much of a log is in memory at a time. */
    private static final long VERSIONS_AT_ONCE = 500;

    private static final int MOST_PARTS = 10;

    private final ReadRoutes.Boards model;

    HistoryRoute(ReadRoutes.Boards model) {
        this.model = model;
    }

    void history(Context context) throws InterruptedException {
        JsonPointer path = path(context);
        Optional<Long> version = ReadRoutes.number(context, "version", 0, Long.MAX_VALUE);
        int most = ReadRoutes.number(context, "limit", 1, MOST_CHANGES)
                .map(Long::intValue)
                .orElse(USUAL_CHANGES);
        BoardModel boards = model.asAsked(context);
        String id = ReadRoutes.id(context);
        Board now = FoundBoard.of(boards, id);
        Board asked = version.isPresent()
                ? VersionRoutes.at(boards, now, "version", version.get())
                : FoundBoard.asItIs(boards, id);
        List<ValueHistory.Change> changes = new ArrayList<>();
        Optional<JsonPointer> place = Optional.of(path);
        long end = asked.version();
        for (int part = 0; place.isPresent() && end > 0 && changes.size() < most && part < MOST_PARTS; part++) {
            long start = end <= VERSIONS_AT_ONCE + 1 ? 0 : end - VERSIONS_AT_ONCE;
            place = part(boards, now, start, end).back(place.get(), most, changes);
            end = start;
        }
        if (changes.isEmpty() && (place.isEmpty() || end == 0)) {
            throw new ProblemException(
                    HttpStatus.NOT_FOUND,
                    "Expected as path the JSON Pointer of a value that board \"" + id + "\" has at version "
                            + asked.version() + ", or had before, but got \"" + path + "\".");
        }
        context.header(ReadRoutes.AS_OF, Long.toString(now.sequence()));
        JsonObject.Builder body = JsonObject.builder()
                .put("boardId", id)
                .put("asOf", now.sequence())
                .put("path", path.toString())
                .put("version", asked.version())
                .put(
                        "changes",
                        JsonArray.copyOf(changes.stream()
                                .map(ValueHistory.Change::toJson)
                                .toList()));
        long before =
                changes.size() < most ? end : changes.get(changes.size() - 1).version() - 1;
        place.filter(any -> before > 0)
                .ifPresent(origin -> body.put(
                        "next",
                        JsonObject.builder()
                                .put("path", origin.toString())
                                .put("version", before)
                                .build()));
        ReadRoutes.answer(context, body.build());
    }

    /** @param start the version before the first entry; 0 from the beginning */
    private static ValueHistory part(BoardModel boards, Board now, long start, long end) {
        Optional<Board> before =
                start == 0 ? Optional.empty() : Optional.of(VersionRoutes.at(boards, now, "version", start));
        ValueHistory history = new ValueHistory(before.map(Board::state));
        boards.logs().decoded(now.id(), before.map(Board::sequence).orElse(0L) + 1, entry -> {
            boolean inside = entry.header().version() <= end;
            if (inside) {
                history.accept(entry);
            }
            return inside;
        });
        return history;
    }

    private static JsonPointer path(Context context) {
        String text = context.queryParam("path");
        if (text == null) {
            throw ReadRoutes.bad("Expected path, the JSON Pointer of a value, but it is missing.");
        }
        try {
            return JsonPointer.parse(text);
        } catch (IllegalArgumentException e) {
            throw ReadRoutes.bad(e.getMessage());
        }
    }
}
