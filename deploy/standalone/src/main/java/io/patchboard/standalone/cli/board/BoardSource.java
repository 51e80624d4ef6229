package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.board.StateHistory;
import io.patchboard.client.log.LogRecord;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.Child;
import io.patchboard.standalone.cli.base.ArchivedLogOptions;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.run.PersonTasks;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Mixin;

/** Mixin of commands that show boards: where they are read. */
final class BoardSource {

    @Mixin
    private ArchivedLogOptions kafka;

    @Mixin
    private ServerOptions server;

    /** Something of the server, if one is named. */
    <T> Optional<T> served(Function<ServedBoards, T> question) {
        if (kafka.isGiven()) {
            if (server.isGiven()) {
                throw CliException.failed(
                        "Expected either --url, or --bootstrap-server or --data-dir, but got both. Leave one out.");
            }
            return Optional.empty();
        }
        Optional<ServedBoards> open = server.open();
        if (open.isEmpty()) {
            return Optional.empty();
        }
        try (ServedBoards boards = open.get()) {
            return Optional.of(question.apply(boards));
        }
    }

    Cluster open(Output output) {
        return kafka.open(output);
    }

    /** What a command that is typed next has to say to reach the same boards; each option with a space before it. */
    String again() {
        return kafka.again();
    }

    /** A running cluster, for who waits for what comes. */
    Cluster connect() {
        return kafka.connect();
    }

    /** @throws CliException if there is no such board */
    List<LogRecord> existing(String boardId, Output output) {
        Optional<List<LogRecord>> served = served(boards -> boards.log(boardId));
        if (served.isEmpty()) {
            try (Cluster cluster = open(output)) {
                return BoardLog.existing(cluster, boardId, output);
            }
        }
        if (served.get().isEmpty()) {
            throw BoardLog.unknown(boardId, 0, new OtherBoards());
        }
        return served.get();
    }

    /** As {@link #existing}; empty if there is none. */
    List<LogRecord> read(String boardId, Output output) {
        return served(boards -> boards.log(boardId)).orElseGet(() -> {
            try (Cluster cluster = open(output)) {
                return BoardLog.read(cluster, boardId, output);
            }
        });
    }

    /** Those below a board, which waits for them, on which a person has to decide or answer something. */
    List<BoardProjection> needingPersonBelow(Board board, Output output) {
        if (board.open().keySet().stream().noneMatch(Child::isMadeFor)) {
            return List.of();
        }
        List<BoardProjection> below = served(boards -> boards.needingPersonBelow(board.id()).stream()
                        .map(id -> StateHistory.of(
                                        id,
                                        boards.log(id).stream()
                                                .map(LogRecord::entry)
                                                .toList())
                                .projection())
                        .toList())
                .orElseGet(() -> {
                    try (Cluster cluster = open(output)) {
                        return Projections.readBelow(cluster, board.id(), output)
                                .boards();
                    }
                });
        return below.stream()
                .filter(one -> !one.board().id().equals(board.id()))
                .filter(one -> PersonTasks.areOn(one.board()))
                .toList();
    }

    /** @throws CliException if there is no such board */
    StateHistory history(String boardId, Output output) {
        return BoardLog.history(boardId, existing(boardId, output), output);
    }
}
