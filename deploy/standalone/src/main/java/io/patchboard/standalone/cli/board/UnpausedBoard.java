package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.log.Follow;
import io.patchboard.client.log.LogListener;
import io.patchboard.client.log.LogProblem;
import io.patchboard.client.log.LogRecord;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Phase;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import java.time.Duration;
import java.util.Optional;

/** Reads a board as it is, and waits while it is paused. */
public final class UnpausedBoard implements LogListener {

    private final BoardProjection projection;
    private final OtherBoards others = new OtherBoards();
    private final Runnable onPaused;
    private int entries;
    private boolean told;

    private UnpausedBoard(String boardId, Runnable onPaused) {
        this.projection = new BoardProjection(boardId, new Blueprints());
        this.onPaused = onPaused;
    }

    /**
     * The board, once it is not paused; absent if that takes longer.
     *
     * @param onPaused is told, once, if it has to be waited for
     * @throws CliException if there is no such board, or its log is damaged
     */
    public static Optional<Board> read(Cluster cluster, String boardId, Duration most, Runnable onPaused) {
        UnpausedBoard reading = new UnpausedBoard(boardId, onPaused);
        Follow.End end = cluster.logReader().follow(boardId, Follow.FROM_BEGINNING.within(most), reading);
        return end == Follow.End.STOPPED ? Optional.of(reading.projection.board()) : Optional.empty();
    }

    @Override
    public boolean entry(LogRecord next) {
        entries++;
        projection.accept(next.entry());
        projection.damage().ifPresent(damage -> {
            throw CliException.failed(damage);
        });
        return true;
    }

    @Override
    public void problem(LogProblem problem) {
        problem.requireNoRegistry();
    }

    @Override
    public void other(String id) {
        others.add(id);
    }

    @Override
    public boolean quiet() {
        if (!projection.exists()) {
            throw BoardLog.unknown(projection.board().id(), entries, others);
        }
        boolean paused = projection.board().phase() == Phase.PAUSED;
        if (paused && !told) {
            told = true;
            onPaused.run();
        }
        return paused;
    }
}
