package io.patchboard.kernel.replay;

import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.decide.Review;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.LogEntry;
import io.patchboard.record.UnknownEvent;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Rebuilds one board, entry by entry, and notes every way in which the log is not what it says.
 *
 * <p>The fold ends at a gap, at an entry that does not apply and at one of an unknown kind, since nobody can say what
 * the board is from there on. The chain, and that everything has one outcome, are checked to the end.
 */
public final class BoardReplay {

    private final Applier applier;
    private final boolean verify;
    private final Differences differences = new Differences();
    private final Chain chain = new Chain(differences);
    private final Outcomes outcomes = new Outcomes(differences);
    private final Rules rules = new Rules(differences);
    private final Authors authors = new Authors(differences);
    private final Optional<Verdicts> verdicts;
    private Board board;
    private long entries;
    private boolean broken;
    private Optional<LogEntry> unknown = Optional.empty();

    /** @param verify whether to recompute hashes and hold entries against the rules; rebuilding alone is quicker */
    public BoardReplay(String boardId, Applier applier, boolean verify) {
        this(boardId, applier, verify, Optional.empty());
    }

    /** One that recomputes hashes, holds entries against the rules and asks every verdict again. */
    public BoardReplay(String boardId, Applier applier, Review review) {
        this(boardId, applier, true, Optional.of(review));
    }

    private BoardReplay(String boardId, Applier applier, boolean verify, Optional<Review> review) {
        this.applier = applier;
        this.verify = verify;
        this.verdicts = review.map(judge -> new Verdicts(judge, differences));
        this.board = Board.absent(boardId);
    }

    /** As {@link #accept(Recorded)}, for an entry that is not read from a topic. */
    public void accept(LogEntry entry) {
        accept(Recorded.of(entry));
    }

    /** Takes the next entry. */
    public void accept(Recorded next) {
        LogEntry entry = next.entry();
        entries++;
        Chain.Link link = chain.accept(next, verify);
        if (link == Chain.Link.REPEATED) {
            return;
        }
        outcomes.accept(entry);
        if (entry.event() instanceof UnknownEvent && unknown.isEmpty()) {
            unknown = Optional.of(entry);
        }
        boolean begins = entries == 1 && mayBegin(entry);
        broken |= (link == Chain.Link.AFTER_A_GAP && !begins) || unknown.isPresent();
        if (!broken) {
            fold(entry);
        }
    }

    /** A rejection from after a creation that is gone is about a board of which nothing is known. */
    private static boolean mayBegin(LogEntry entry) {
        return Applier.mayBegin(entry.event())
                && (entry.event() instanceof BoardCreated || entry.header().version() == 0);
    }

    private void fold(LogEntry entry) {
        try {
            if (verify) {
                rules.verifyOn(board, entry);
            }
            verdicts.ifPresent(again -> again.verify(board, entry));
            Board before = board;
            board = applier.apply(before, entry);
            if (verify) {
                rules.verifyState(board, entry);
                authors.verify(before, board, entry);
            }
        } catch (RuntimeException e) {
            // Mostly a CorruptLogException; but whatever a damaged log makes fail is a finding, not the end of the
            // audit.
            broken = true;
            differences.add(entry, "entry", "an entry that applies", String.valueOf(e.getMessage()));
        }
    }

    /** The board after the last entry that could be applied. */
    public Board board() {
        return board;
    }

    /** The hash of the last entry of the log, whether or not it could be applied. */
    public String lastHash() {
        return chain.hash();
    }

    /** Of the last entry of the log. */
    public long sequence() {
        return chain.sequence();
    }

    /** How many entries were taken. */
    public long entries() {
        return entries;
    }

    /** How many verdicts were asked again. */
    public long asked() {
        return verdicts.map(Verdicts::asked).orElse(0L);
    }

    /** How many verdicts were not, because the log does not have what was judged; see {@link Review}. */
    public long unasked() {
        return verdicts.map(Verdicts::unasked).orElse(0L);
    }

    /** The first entry of a kind that this version does not know; the state is unverified from there. */
    public Optional<LogEntry> unknown() {
        return unknown;
    }

    /** In the order in which they were found; empty if the log is what it says. */
    public List<Difference> differences() {
        return differences(false);
    }

    /**
     * As {@link #differences()}.
     *
     * @param isCut whether topics were cut, so that nothing is missed before {@linkplain #begunLate the creation}
     */
    public List<Difference> differences(boolean isCut) {
        boolean forgiven = isCut && begunLate();
        return Stream.concat(chain.beginning().filter(any -> !forgiven).stream(), differences.all().stream())
                .toList();
    }

    /** Whether the board was created, but not by the first entry of its log: rejections before that are not there. */
    public boolean begunLate() {
        return chain.beginning().isPresent() && board.phase() != Phase.ABSENT;
    }
}
