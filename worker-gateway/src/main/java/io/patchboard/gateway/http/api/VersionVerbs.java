package io.patchboard.gateway.http.api;

import io.patchboard.gateway.access.Right;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.api.ControlRoute.Verb;
import io.patchboard.record.Command;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.Fields;
import io.patchboard.record.RestoreBoard;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code POST /v1/boards/{id}/restore} and {@code fork}: they begin with what a board was before. */
final class VersionVerbs {

    private final FormerBoards boards;

    VersionVerbs(FormerBoards boards) {
        this.boards = boards;
    }

    Verb restore() {
        return new Verb(Right.OPERATE, true, Set.of("mark", "version"), this::restore);
    }

    private CompletionStage<? extends Command> restore(CommandHeader header, Fields body) {
        Optional<String> mark = body.optionalString("mark");
        Optional<Long> version = body.optionalInteger("version");
        if (mark.isPresent() == version.isPresent()) {
            throw Bodies.bad(
                    "Expected either mark, the name of a mark, or version, a number, but got "
                            + (mark.isPresent() ? "both." : "neither."),
                    Optional.of("/mark"));
        }
        if (version.isPresent() && header.signature().isPresent()) {
            throw Bodies.bad(
                    "Expected a mark where the command is signed, since this server makes of a version what it has read of the"
                            + " board, which nobody has signed, but got a version. \"patchboard board restore\" signs"
                            + " one.",
                    Optional.of("/version"));
        }
        return mark.isPresent()
                ? CompletableFuture.completedFuture(new RestoreBoard(header, mark, Optional.empty()))
                : boards.restore(header, version.get());
    }

    /** Whoever forks a board sees all of it. */
    Verb fork(Call call) {
        call.require(Right.READ);
        return new Verb(Right.CREATE, true, Set.of("version", "as", "blueprint", "input", "labels"), this::fork);
    }

    private CompletionStage<? extends Command> fork(CommandHeader header, Fields body) {
        Optional<String> named = body.optionalString("as");
        if (named.isEmpty() && header.signature().isPresent()) {
            throw Bodies.bad(
                    "Expected the new board's id, which was signed, but got a signature without it.",
                    Optional.of("/as"));
        }
        String child = Members.requireBoardId(
                named.orElseGet(() -> BoardRoute.generatedId(header.boardId() + "\n" + header.commandId())));
        return boards.fork(header, child, body.optionalInteger("version"), body);
    }
}
