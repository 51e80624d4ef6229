package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.tokens.TokenAllowance;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The log entries of one decision in the making, and the board after the latest of them. Each entry is applied as soon as
 * it is decided, by the code that will apply it in replay, so what is decided next sees what replay will see.
 */
final class Transcript {

    private final Applier applier;
    private final Instant time;
    private final List<LogEntry> entries = new ArrayList<>();
    private final TokenAllowance tokens = new TokenAllowance();
    private final Board first;
    private Board board;

    Transcript(Applier applier, Board board, Instant inputTime) {
        this.applier = applier;
        this.first = board;
        this.board = board;
        this.time = inputTime.isBefore(board.time()) ? board.time() : inputTime;
    }

    Board board() {
        return board;
    }

    /**
     * The state of a version that a pinned view shows, or that an answer's view showed which this decision is about; absent
     * if nobody needs it any more.
     */
    Optional<Json> stateAt(long version) {
        return board.keptState(version).or(() -> first.keptState(version));
    }

    /** Whether this decision has changed the state. */
    boolean changed() {
        return board.version() != first.version();
    }

    /** What counting the tokens of this decision's views may take. */
    TokenAllowance tokens() {
        return tokens;
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
        return append(version, entry, Optional.empty());
    }

    /** Appends the entry of a patch that was decided on by doing it, so that it need not be done again. Returns its sequence. */
    long append(long version, Function<LogHeader, LogEntry> entry, Revision done) {
        return append(version, entry, Optional.of(done));
    }

    private long append(long version, Function<LogHeader, LogEntry> entry, Optional<Revision> done) {
        LogHeader header = new LogHeader(board.id(), board.sequence() + 1, version, time, board.lastHash(), "");
        LogEntry sealed = entry.apply(header).sealed();
        board = applier.apply(board, sealed, done);
        entries.add(sealed);
        return sealed.sequence();
    }

    Decision decision() {
        return new Decision(List.copyOf(entries), board);
    }
}
