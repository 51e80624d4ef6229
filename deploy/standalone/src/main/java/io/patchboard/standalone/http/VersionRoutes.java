package io.patchboard.standalone.http;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.board.StateDiff;
import io.patchboard.client.model.BoardModel;
import io.patchboard.gateway.http.EntityTag;
import io.patchboard.gateway.http.ProblemException;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.state.Board;
import java.util.Optional;

/** The routes that read a board's state as it is, or was at a version. */
final class VersionRoutes {

    private final ReadRoutes.Boards model;

    VersionRoutes(ReadRoutes.Boards model) {
        this.model = model;
    }

    void state(Context context) throws InterruptedException {
        Optional<Long> version = ReadRoutes.number(context, "version", 0, Long.MAX_VALUE);
        BoardModel boards = model.asAsked(context);
        Board board = asked(context, boards, version);
        context.header("PatchBoard-Version", Long.toString(board.version()));
        context.header("PatchBoard-View-Hash", CanonicalJson.sha256(board.state()));
        if (!new EntityTag(board.stateHash()).spares(context)) {
            ReadRoutes.answer(context, board.state());
        }
    }

    void diff(Context context) throws InterruptedException {
        long from = ReadRoutes.number(context, "from", 0, Long.MAX_VALUE)
                .orElseThrow(() -> ReadRoutes.bad("Expected from, the version to start from, but it is missing."));
        Optional<Long> to = ReadRoutes.number(context, "to", 0, Long.MAX_VALUE);
        BoardModel boards = model.asAsked(context);
        Board now = now(context, boards);
        Board before = at(boards, now, "from", from);
        Board after = to.isPresent() ? at(boards, now, "to", to.get()) : FoundBoard.asItIs(boards, now.id());
        StateDiff diff = StateDiff.between(before.state(), after.state());
        ReadRoutes.answer(
                context,
                JsonObject.builder()
                        .put("boardId", now.id())
                        .put("asOf", now.sequence())
                        .put("from", before.version())
                        .put("to", after.version())
                        .put("patch", diff.patch())
                        .put(
                                "steps",
                                JsonArray.copyOf(diff.steps().stream()
                                        .map(StateDiff.Step::toJson)
                                        .toList()))
                        .build());
    }

    /** As far as its log can be followed. */
    static Board now(Context context, BoardModel boards) {
        Board board = FoundBoard.of(boards, ReadRoutes.id(context));
        context.header(ReadRoutes.AS_OF, Long.toString(board.sequence()));
        return board;
    }

    /** @param version absent for the latest */
    static Board asked(Context context, BoardModel boards, Optional<Long> version) {
        Board now = now(context, boards);
        return version.isPresent() ? at(boards, now, "version", version.get()) : FoundBoard.asItIs(boards, now.id());
    }

    static Board at(BoardModel boards, Board now, String name, long version) {
        return version == now.version()
                ? now
                : boards.at(now.id(), version, BoardProjection::board)
                        .orElseThrow(() -> noSuchVersion(now, name, version));
    }

    static ProblemException noSuchVersion(Board now, String name, long version) {
        return new ProblemException(
                HttpStatus.NOT_FOUND,
                "Expected as " + name + " a version that board \"" + now.id() + "\" has had, but got " + version
                        + "; GET /v1/boards/{id} tells the latest.");
    }
}
