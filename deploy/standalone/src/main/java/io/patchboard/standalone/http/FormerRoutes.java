package io.patchboard.standalone.http;

import io.javalin.http.HttpStatus;
import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.board.Former;
import io.patchboard.client.board.Labels;
import io.patchboard.client.model.BoardModel;
import io.patchboard.gateway.http.Problem;
import io.patchboard.gateway.http.ProblemException;
import io.patchboard.gateway.http.api.FormerBoards;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Fields;
import io.patchboard.record.LogEntry;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.RestoreBoard;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/** Boards as they were, from the read model. */
final class FormerRoutes implements FormerBoards {

    private final Known model;
    private final Semaphore atOnce;

    /** Where a board is read with all that anybody was told of it. */
    @FunctionalInterface
    interface Known {
        BoardModel of(String boardId) throws InterruptedException;
    }

    /** @param atOnce bounds how many boards are folded at a time */
    FormerRoutes(Known model, Semaphore atOnce) {
        this.model = model;
        this.atOnce = atOnce;
    }

    @Override
    public CompletionStage<RestoreBoard> restore(CommandHeader header, long version) {
        return ReadRoutes.away(atOnce, () -> {
            BoardModel boards = model.of(header.boardId());
            Board now = now(boards, header);
            Board then = at(boards, now, version);
            return new RestoreBoard(
                    header.expecting(header.expectedSequence().or(() -> Optional.of(now.sequence()))),
                    Optional.empty(),
                    Optional.of(Former.of(then, now)));
        });
    }

    @Override
    public CompletionStage<CreateBoard> fork(
            CommandHeader asked, String child, Optional<Long> version, Fields changes) {
        return ReadRoutes.away(atOnce, () -> {
            String origin = asked.boardId();
            BoardModel boards = model.of(origin);
            Board now = now(boards, asked);
            if (asked.expectedSequence().filter(any -> any != now.sequence()).isPresent() && !isThere(child)) {
                throw unexpected(asked, now);
            }
            Board then = version.isPresent() ? at(boards, now, version.get()) : now;
            BoardCreated begun = begun(boards, origin);
            Json rules = changes.optionalJson("blueprint").orElse(then.rules().source());
            return new CreateBoard(
                    new CommandHeader(
                            asked.commandId(), child, asked.by(), asked.reason(), Optional.empty(), asked.signature()),
                    rules,
                    changes.optionalJson("input").orElseGet(begun::input),
                    Optional.empty(),
                    changes.optionalJson("labels").or(() -> labels(boards, origin)),
                    Optional.of(Former.fork(then)),
                    Optional.empty(),
                    Optional.empty(),
                    Former.marked(then, CanonicalJson.sha256(rules)));
        });
    }

    /** Where it was made by the same command, the kernel knows that. */
    private boolean isThere(String child) throws InterruptedException {
        return model.of(child).one(child, BoardProjection::board).isPresent();
    }

    private static ProblemException unexpected(CommandHeader asked, Board now) {
        long expected = asked.expectedSequence().orElseThrow();
        if (expected > now.sequence()) {
            return ReadRoutes.notYet("Expected the log of board " + now.id() + " up to entry " + expected
                    + ", but after some seconds it is known up to " + now.sequence() + " only.");
        }
        return Problem.of(
                        HttpStatus.CONFLICT,
                        "Expected entry " + expected + " to be the last of board " + now.id() + ", but it has "
                                + now.sequence() + " by now. Look again, and ask again if it is still right.")
                .with("code", Json.of(RejectionCode.SEQUENCE.word()))
                .asException();
    }

    /** With what the caller knows of it from elsewhere, if that comes here within some seconds. */
    private static Board now(BoardModel boards, CommandHeader asked) throws InterruptedException {
        String id = asked.boardId();
        Board now = FoundBoard.asItIs(boards, id);
        Optional<Long> ahead = asked.expectedSequence().filter(expected -> expected > now.sequence());
        return ahead.isPresent() && boards.awaitSequence(id, ahead.get()) ? FoundBoard.asItIs(boards, id) : now;
    }

    private static Board at(BoardModel boards, Board now, long version) {
        return VersionRoutes.at(boards, now, "version", version);
    }

    private static BoardCreated begun(BoardModel boards, String id) {
        AtomicReference<LogEntry> first = new AtomicReference<>();
        boards.logs().decoded(id, 1, entry -> {
            first.set(entry);
            return !(entry.event() instanceof BoardCreated);
        });
        if (first.get() != null && first.get().event() instanceof BoardCreated created) {
            return created;
        }
        throw new IllegalStateException("Expected a board that exists to have its beginning, but " + id + " has none.");
    }

    private static Optional<Json> labels(BoardModel boards, String id) {
        return boards.one(id, BoardProjection::labels).flatMap(Labels::json);
    }
}
