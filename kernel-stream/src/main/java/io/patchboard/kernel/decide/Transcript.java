package io.patchboard.kernel.decide;

import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The log entries of one decision in the making, and the board after the latest of them. Each entry is applied as soon as
 * it is decided, by the code that will apply it in replay, so what is decided next sees what replay will see.
 */
final class Transcript {

    private final Applier applier;
    private final Instant time;
    private final List<LogEntry> entries = new ArrayList<>();
    private Board board;

    Transcript(Applier applier, Board board, Instant inputTime) {
        this.applier = applier;
        this.board = board;
        this.time = inputTime.isBefore(board.time()) ? board.time() : inputTime;
    }

    Board board() {
        return board;
    }

    /** The time of the decision: that of its input, unless the board's log is ahead of it already. */
    Instant time() {
        return time;
    }

    /** Appends an entry that leaves the state as it is. Returns its sequence. */
    long append(Function<LogHeader, LogEntry> entry) {
        return append(board.version(), entry);
    }

    /** Appends an entry after which the state has the given version. Returns its sequence. */
    long append(long version, Function<LogHeader, LogEntry> entry) {
        LogHeader header = new LogHeader(board.id(), board.sequence() + 1, version, time, board.lastHash(), "");
        LogEntry sealed = entry.apply(header).sealed();
        board = applier.apply(board, sealed);
        entries.add(sealed);
        return sealed.sequence();
    }

    Decision decision() {
        return new Decision(List.copyOf(entries), board);
    }
}
