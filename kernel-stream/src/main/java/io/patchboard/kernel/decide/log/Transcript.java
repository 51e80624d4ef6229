package io.patchboard.kernel.decide.log;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.cel.CelAllowance;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.tokens.TokenAllowance;
import io.patchboard.kernel.work.OverWorkException;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.WorkerInvoked;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The log entries of one decision in the making, and the board after the latest of them. Each entry is applied as soon
 * as it is decided, by the code that will apply it in replay, so what is decided next sees what replay will see.
 */
public final class Transcript {

    /** Bytes of all entries of one decision: they are in memory together, and in one transaction. */
    static final long MOST_BYTES = 16L * 1024 * 1024;

    private static final long UNITS_OF_AN_ENTRY = 2_000;

    /** It is written and hashed for the chain, encoded, and sent. */
    private static final long UNITS_OF_A_BYTE = 2;

    /** What a board remembers in lists is looked through, and copied, where an entry changes it. */
    private static final long UNITS_OF_A_NEIGHBOUR = 3;

    private final Applier applier;
    private final Instant time;
    private final List<LogEntry> entries = new ArrayList<>();
    private final Work work;
    private final TokenAllowance tokens;
    private final Board first;
    private Board board;
    private long bytes;

    public Transcript(Applier applier, Board board, Instant inputTime, Work work) {
        this.applier = applier;
        this.work = work;
        this.tokens = new TokenAllowance(work);
        this.first = board;
        this.board = board;
        this.time = inputTime.isBefore(board.time()) ? board.time() : inputTime;
    }

    public Board board() {
        return board;
    }

    /** Whether the board goes on: nothing that was decided has ended it. */
    public boolean isOpen() {
        return board.phase() == Phase.OPEN;
    }

    /** Whether somebody is to do something: the board goes on, or what was done is undone. */
    public boolean isAtWork() {
        return isOpen() || board.phase() == Phase.COMPENSATING;
    }

    /** The board before this decision. */
    public Board before() {
        return first;
    }

    /**
     * The state of a version that a pinned view shows, or that an answer's view showed which this decision is about;
     * absent if nobody needs it any more.
     */
    public Optional<Json> stateAt(long version) {
        return board.keptState(version).or(() -> first.keptState(version));
    }

    /** Whether this decision has changed the state. */
    public boolean changed() {
        return board.version() != first.version();
    }

    /** What this decision may take, and has taken. */
    public Work work() {
        return work;
    }

    /** Conditions of rules, which are a part of that work. */
    public CelAllowance conditions() {
        return new CelAllowance(work, WorkKind.CONDITIONS);
    }

    /** What counting the tokens of this decision's views may take. */
    public TokenAllowance tokens() {
        return tokens;
    }

    /** The time of the decision: that of its input, unless the board's log is ahead of it already. */
    public Instant time() {
        return time;
    }

    /** The same, but on a paused board no time passes: what is due there moves by the pause when it goes on. */
    public Instant boardTime() {
        return board.pausedAt().orElse(time);
    }

    /** Of the entry that is appended next. */
    public long nextSequence() {
        return board.sequence() + 1;
    }

    /** Appends the entry of an event that leaves the state as it is. Returns its sequence. */
    public long append(Event event) {
        return append(board.version(), event);
    }

    /** Appends the entry of an event after which the state has the given version. Returns its sequence. */
    public long append(long version, Event event) {
        return append(version, event, Optional.empty());
    }

    /**
     * Appends the entry of a patch that was decided on by doing it, so that it need not be done again. Returns its
     * sequence.
     */
    public long append(long version, Event event, Revision done) {
        return append(version, event, Optional.of(done));
    }

    private long append(long version, Event event, Optional<Revision> done) {
        LogHeader header = new LogHeader(board.id(), nextSequence(), version, time, board.lastHash(), "");
        LogEntry sealed = sealed(new LogEntry(header, event));
        board = applier.apply(board, sealed, done);
        entries.add(sealed);
        return sealed.sequence();
    }

    /**
     * As {@link LogEntry#sealed()}, after charging what it takes to write the entry, and to apply it to a board with so
     * much open.
     */
    private LogEntry sealed(LogEntry entry) {
        JsonObject json = entry.toJson();
        int remembered = board.work().size();
        work.charge(
                WorkKind.ENTRIES,
                UNITS_OF_AN_ENTRY + UNITS_OF_A_BYTE * json.canonicalBytes() + UNITS_OF_A_NEIGHBOUR * remembered);
        bytes += json.canonicalBytes();
        if (bytes > MOST_BYTES) {
            throw new OverWorkException("Expected all log entries that follow from one record to have at most "
                    + MOST_BYTES + " bytes, but they have more. Invite fewer workers at once, with smaller views.");
        }
        return entry.sealed(json);
    }

    /** Who has been invited, by the entries from a sequence on. */
    public Stream<WorkerInvoked> invitedFrom(long sequence) {
        return entries.subList(Math.toIntExact(sequence - first.sequence() - 1), entries.size()).stream()
                .map(LogEntry::event)
                .filter(WorkerInvoked.class::isInstance)
                .map(WorkerInvoked.class::cast);
    }

    public Decision decision() {
        return decision(0);
    }

    /** @param before work that was done for it already, in vain */
    public Decision decision(long before) {
        return new Decision(List.copyOf(entries), board, before + work.done());
    }
}
