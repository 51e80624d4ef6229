package io.patchboard.client.model;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.kernel.state.Degradation;
import io.patchboard.kernel.state.IndexValues;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Boards by their labels, by the values that their blueprints' {@code indexes} name, and by whether a fallback wrote
 * something in their state. A value is written down when the board is folded: soon after it has changed, and in any
 * case before somebody is answered. Only boards with indexes or fallbacks are folded for it. Safe for use by several
 * threads.
 */
public final class BoardIndexes {

    /** Under which it is written down that something in a board's state is degraded; no index has this name. */
    static final String DEGRADED = "$degraded";

    /** Of the boards that have a value, as many are told. */
    private static final int MOST_FOUND = 3;

    private static final int MOST_LABELLED = 1_000;

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private final ModelStore store;
    private final FoldedBoards boards;
    private final LongSupplier complete;
    private final Predicate<String> isCut;
    private final ReentrantLock folding = new ReentrantLock();

    /**
     * What has a value.
     *
     * @param boards that have not ended, in the order of their ids; of many the first three
     * @param completeUpTo what was written before this time is among what was searched
     */
    public record Found(List<String> boards, Instant completeUpTo) {}

    /**
     * What has a label.
     *
     * @param boards in no order; of many a thousand
     * @param completeUpTo what was written before this time is among what was searched
     */
    public record Labelled(List<Summary> boards, Instant completeUpTo) {}

    /**
     * How many have a label.
     *
     * @param atWork those that have not ended
     * @param created those that were created after a moment
     * @param known of the ids that were asked about, those of which a log has something
     * @param completeUpTo what was written before this time is among what was counted
     */
    public record Counted(long atWork, long created, Set<String> known, Instant completeUpTo) {}

    private record Indexed(Map<String, String> values, long version, boolean isDamaged) {

        /** Of a board that cannot be folded. */
        static Indexed nothing(Summary board) {
            return new Indexed(Map.of(), board.version(), true);
        }

        static Indexed of(BoardProjection projection) {
            Map<String, String> values = new TreeMap<>(IndexValues.of(projection.board()));
            if (Degradation.isIn(projection.board())) {
                values.put(DEGRADED, "true");
            }
            return new Indexed(
                    values, projection.board().version(), projection.damage().isPresent());
        }
    }

    /**
     * @param complete the time, in milliseconds by the clock, of which all that was written then is in the store
     * @param isCut whether a board's log begins behind its first entry, and so cannot be folded
     */
    BoardIndexes(ModelStore store, FoldedBoards boards, LongSupplier complete, Predicate<String> isCut) {
        this.store = store;
        this.boards = boards;
        this.complete = complete;
        this.isCut = isCut;
    }

    /**
     * Boards that have a value and have not ended.
     *
     * @param most how long this may take; if it is too short, {@link Found#completeUpTo} is long ago
     */
    public Found find(String index, String value, Duration most) throws InterruptedException {
        long upTo = complete.getAsLong();
        boolean fresh = refresh(most);
        List<String> found = store.read(tables -> IndexTable.live(tables, index, value, MOST_FOUND));
        return new Found(found, fresh ? Instant.ofEpochMilli(upTo) : Instant.EPOCH);
    }

    /** Boards with a label that have not ended, or were created after a moment. */
    public Labelled labelled(String name, String value, Instant since) {
        long upTo = complete.getAsLong();
        return new Labelled(
                store.read(tables -> IndexTable.labelled(tables, name, value, since, MOST_LABELLED)),
                Instant.ofEpochMilli(upTo));
    }

    /**
     * Counts boards with a label. What becomes known meanwhile may be among the counted, and not among the known.
     *
     * @param since absent for no count of new ones
     * @param ids of which it is said whether they are known
     */
    public Counted counted(String name, String value, Optional<Instant> since, Set<String> ids) {
        Instant upTo = Instant.ofEpochMilli(complete.getAsLong());
        Set<String> known = store.read(tables -> IndexTable.known(tables, ids));
        long atWork = store.read(tables -> IndexTable.atWork(tables, name, value));
        long created = since.map(moment -> store.read(tables -> IndexTable.created(tables, name, value, moment)))
                .orElse(0L);
        return new Counted(atWork, created, known, upTo);
    }

    /**
     * Boards that wait for a person, of those that were made for a board, and for those: the first few, found by their
     * ids, which begin with that board's.
     */
    public List<String> needingPersonBelow(String boardId, int most) {
        return store.read(tables -> IndexTable.needingPersonBelow(tables, boardId, most));
    }

    /**
     * How many decisions a person has to make on those that were made for some boards, and for those; by the ids of the
     * boards where there are any.
     */
    public Map<String, Long> decisionsBelow(List<String> boardIds) {
        return store.read(tables -> IndexTable.decisionsBelow(tables, boardIds));
    }

    /**
     * Writes down the values of all boards that are known by now.
     *
     * @return false if that takes longer, or a part of some board's log is yet to come
     */
    public boolean refresh(Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        if (!folding.tryLock(most.toNanos(), TimeUnit.NANOSECONDS)) {
            return false;
        }
        try {
            boolean all = true;
            Optional<ModelStore.Known> due = due(0);
            while (due.isPresent() && System.nanoTime() < end) {
                if (store.isOwn()) {
                    all &= advance(due.get().summary());
                    due = due(due.get().number());
                } else {
                    Thread.sleep(BETWEEN_LOOKS); // whose it is writes them down
                    due = due(0);
                }
            }
            return all && due.isEmpty();
        } finally {
            folding.unlock();
        }
    }

    private Optional<ModelStore.Known> due(long afterNumber) {
        return store.read(tables -> IndexTable.due(tables, afterNumber));
    }

    /** @return whether its values are those of now; of a board that is damaged they stay as they are */
    private boolean advance(Summary board) {
        long generation = store.generation();
        Optional<Indexed> found = boards.now(board.boardId(), Indexed::of)
                .or(() -> Optional.of(board)
                        .filter(one -> isCut.test(one.boardId()))
                        .map(Indexed::nothing));
        found.ifPresent(now -> store.write(
                generation,
                tables -> IndexTable.put(
                        tables, board.boardId(), now.values(), now.isDamaged() ? board.version() : now.version())));
        return found.filter(now -> now.isDamaged() || now.version() >= board.version())
                .isPresent();
    }
}
