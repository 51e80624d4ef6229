package io.patchboard.standalone.sources;

import io.patchboard.client.model.BoardIndexes;
import io.patchboard.client.model.Summary;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/**
 * Keeps apart the boards of one schedule, as far as it says so. For one thread.
 *
 * <p>What was made a moment ago may not be known yet. So a moment waits until all is known that was written before it,
 * and up to {@link Correlation#GRACE} after the last board was made here. Servers do not wait for one another: two that
 * begin at once, and make up for different moments, may each make a board.
 */
public final class Overlaps {

    private final String source;
    private final Overlap overlap;
    private final Boards boards;
    private final InstantSource clock;
    private Instant made = Instant.EPOCH;

    /** @param source the schedule's name */
    public Overlaps(String source, Overlap overlap, Boards boards, InstantSource clock) {
        this.source = source;
        this.overlap = overlap;
        this.boards = boards;
        this.clock = clock;
    }

    /**
     * Whether a moment has a board. It has none, either, if it has one already, or a later moment has.
     *
     * @param board its id
     * @throws UnavailableException if that is to be asked again
     */
    public boolean allow(Due due, String board) throws UnavailableException {
        if (overlap == Overlap.ALLOW) {
            return true;
        }
        BoardIndexes.Labelled found = boards.labelled(Schedule.LABEL, source, due.time());
        if (found.boards().stream().anyMatch(own -> own.boardId().equals(board))) {
            return false;
        }
        List<String> atWork = found.boards().stream()
                .filter(other -> !other.phase().ended())
                .map(Summary::boardId)
                .toList();
        boolean later = found.boards().size() > atWork.size();
        if (overlap == Overlap.SKIP && (later || !atWork.isEmpty())) {
            return false;
        }
        if (!atWork.isEmpty()) {
            throw new UnavailableException("Expected the board of an earlier moment to have ended by " + due.id()
                    + ", but \"" + atWork.get(0) + "\" has not.");
        }
        if (found.completeUpTo().isBefore(due.time()) || found.completeUpTo().isBefore(made)) {
            throw new UnavailableException("Expected to know all boards of before " + due.id()
                    + ", but what was written last is still being read.");
        }
        return true;
    }

    /** A board was made just now. */
    public void made() {
        made = clock.instant().plus(Correlation.GRACE);
    }
}
