package io.patchboard.standalone.sources;

import io.patchboard.client.model.BoardIndexes;
import io.patchboard.text.Durations;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Has a source wait while its quota is used up. For one thread.
 *
 * <p>What was made here and is not known yet counts, too; it is known as soon as the kernel has decided it, whichever
 * way. Of what was written before this one began it knows nothing, so it begins when that should be there. Other
 * servers with the same source count what they have made, and see what is known of the rest.
 */
public final class QuotaWatch {

    private final String source;
    private final Quota quota;
    private final Boards boards;
    private final InstantSource clock;
    private final Set<String> pending = new HashSet<>();
    private final Instant begun;
    private long room;

    /** @param source its name */
    public QuotaWatch(String source, Quota quota, Boards boards, InstantSource clock) {
        this.source = source;
        this.quota = quota;
        this.boards = boards;
        this.clock = clock;
        this.begun = clock.instant().plus(Correlation.GRACE);
    }

    /** Of a source; absent if it may make as many as it likes. */
    public static Optional<QuotaWatch> of(SourceSpec source, Boards boards, InstantSource clock) {
        return source.quota().map(quota -> new QuotaWatch(source.name(), quota, boards, clock));
    }

    /**
     * Looks whether there is a place for a board, and takes none.
     *
     * @throws UnavailableException if there is none now
     */
    public void require(String board) throws UnavailableException {
        if (room == 0 && !pending.contains(board)) {
            isThere(board);
        }
    }

    /**
     * Takes a place for a board. One that is there already takes none.
     *
     * @throws UnavailableException if there is none now
     */
    public void take(String board) throws UnavailableException {
        if (pending.contains(board)) {
            return;
        }
        if (room == 0 && isThere(board)) {
            return;
        }
        room--;
        pending.add(board);
    }

    /** Looks how many places there are, and whether a board has its own already. */
    private boolean isThere(String board) throws UnavailableException {
        Optional<Instant> since = quota.rate().map(rate -> clock.instant().minus(rate.per()));
        Set<String> asked = new HashSet<>(pending);
        asked.add(board);
        BoardIndexes.Counted counted = boards.counted(Quota.LABEL, source, since, asked);
        if (counted.completeUpTo().isBefore(begun)) {
            throw new UnavailableException("Expected to know how many boards it has made, for its quota, but what was"
                    + " written before it began is still being read.");
        }
        pending.removeAll(counted.known());
        if (counted.known().contains(board)) {
            return true;
        }
        long places = left(quota.atWork().map(Integer::longValue), counted.atWork());
        if (places <= 0) {
            throw new UnavailableException("Expected fewer than "
                    + quota.atWork().orElseThrow() + " boards of it at work (quota.atWork), but there are as many.");
        }
        long ofRate = left(quota.rate().map(rate -> (long) rate.boards()), counted.created());
        if (ofRate <= 0) {
            throw new UnavailableException("Expected fewer than "
                    + quota.rate().orElseThrow().boards()
                    + " new boards of it within "
                    + Durations.spoken(quota.rate().orElseThrow().per())
                    + " (quota.boards), but there are as many.");
        }
        room = Math.min(places, ofRate);
        return false;
    }

    private long left(Optional<Long> most, long used) {
        return most.map(limit -> limit - used - pending.size()).orElse(Long.MAX_VALUE);
    }
}
