package io.patchboard.client.model;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.board.DryRun;
import io.patchboard.client.log.EntryDecoder;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.BoardSize;
import io.patchboard.kernel.state.History;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.state.SeenIds;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;

/** The boards, from the logs alone. Safe for use by several threads; all calls read from disk, and take their time. */
public final class BoardModel implements AutoCloseable {

    /** What is told a caller is kept some milliseconds later, or after a pause of the broker. */
    private static final Duration LONGEST_LAG = Duration.ofSeconds(10);

    private static final int PART_OF_HEAP = 16;

    private final ModelStore store;
    private final BoardLogs logs;
    private final InstantSource clock;
    private final long mostBytes;
    private final Told told = new Told();
    private final BoardWatches watches = new BoardWatches();
    private final LogFollower follower;
    private final Blueprints blueprints = new Blueprints();
    private final DryRun dryRun = new DryRun(blueprints);
    private final LinkedHashMap<String, Folded> folded = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    private record Folded(BoardProjection projection, long bytes) {}

    /**
     * @param mostBytes that boards which are kept as objects may take, as {@link BoardSize} estimates them; one is kept
     * in any case
     */
    BoardModel(KafkaConnection connection, ModelStore store, InstantSource clock, long mostBytes) {
        this.store = store;
        this.logs = new BoardLogs(
                store, EntryDecoder.of(connection), clock, () -> follower().complete());
        this.clock = clock;
        this.mostBytes = mostBytes;
        this.follower = new LogFollower(connection, store, clock, this::kept);
    }

    /**
     * Follows the logs of a cluster.
     *
     * @param dir for what is kept of them; one process at a time uses it
     * @throws ModelException if it cannot be used
     */
    public static BoardModel follow(KafkaConnection connection, Path dir) {
        BoardModel model = new BoardModel(
                connection,
                ModelStore.open(dir),
                InstantSource.system(),
                Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
        model.follower.started();
        return model;
    }

    /** Completes when all that was committed before the start is known. */
    public CompletableFuture<Void> caughtUp() {
        return follower.caughtUp().copy();
    }

    /** Whether what is read is all that there is, but for some milliseconds. */
    public boolean isUpToDate() {
        return follower.isUpToDate();
    }

    /** Why it is not up to date, as the rest of a sentence that ends in "but". */
    public String progress() {
        return follower.progress();
    }

    /** Somebody learns of this entry elsewhere: {@link #awaitTold} waits for it from now on. */
    public void told(LogEntry entry) {
        told.tell(entry);
    }

    /**
     * Waits until all that somebody was told of a board is known, so that nobody reads less than he knows.
     *
     * @return false if that takes too long
     */
    public boolean awaitTold(String boardId) throws InterruptedException {
        OptionalLong sequence = told.of(boardId);
        return sequence.isEmpty() || told.await(() -> reaches(boardId, sequence.getAsLong()), LONGEST_LAG);
    }

    /**
     * Waits until a board's log is known up to a sequence.
     *
     * @return false if that takes too long
     */
    public boolean awaitSequence(String boardId, long sequence) throws InterruptedException {
        return told.await(() -> reaches(boardId, sequence), LONGEST_LAG);
    }

    /** Something more of these boards is in the store. */
    void kept(Set<String> boardIds) {
        told.changed();
        watches.kept(boardIds);
    }

    /** To follow a board's log: what is to be read after this is told of by the watch. */
    public BoardWatch watch(String boardId) {
        return watches.open(boardId);
    }

    /** How many watches are open. */
    int watched() {
        return watches.size();
    }

    private boolean reaches(String boardId, long sequence) {
        Optional<Long> known = one(
                boardId,
                projection -> projection.damage().isEmpty() ? projection.board().sequence() : Long.MAX_VALUE);
        known.ifPresent(last -> told.reached(boardId, last));
        return known.isPresent() && known.get() >= sequence;
    }

    /**
     * A part of a list of boards that somebody created.
     *
     * @param after where it begins
     * @param most how many; there may be fewer, or none, and more in the next part
     */
    public BoardPage list(BoardQuery query, BoardPage.Place after, int most) {
        return store.page(query, after, most);
    }

    /** How many boards are in a phase. */
    public long count(Phase phase) {
        return store.count(phase);
    }

    /** How many boards wait for a person's decision. */
    public long countThatNeedPerson() {
        return store.countThatNeedPerson();
    }

    /** Where the rejections go, those that are most first. */
    public RejectionCounts rejections(RejectionQuery query) {
        return store.read(tables -> Rejections.count(tables, query, Rejections.MOST));
    }

    /** What persons are to answer on a board. */
    public List<Task> tasks(String boardId) {
        return store.read(tables -> Task.of(tables, boardId));
    }

    /** Of any id that some entry is about; its phase tells whether there is such a board. */
    public Optional<Summary> summary(String boardId) {
        return store.summary(boardId);
    }

    /** What answers took, by worker or model as the query says, and which circuit breakers opened. */
    public AnswerCounts answers(RejectionQuery query) {
        return store.read(tables -> Answers.count(tables, query, Rejections.MOST));
    }

    /** What gates have held since a time, those that asked most first; of a blueprint, by name or hash. */
    public List<ApprovalCount> approvals(Optional<String> blueprint, Optional<Instant> since) {
        return store.read(tables -> Approvals.count(tables, blueprint, since));
    }

    /** Entry by entry. */
    public BoardLogs logs() {
        return logs;
    }

    /** Something of one board; absent if nobody created it. */
    public <T> Optional<T> one(String boardId, Function<BoardProjection, T> view) {
        boolean created = store.summary(boardId)
                .filter(summary -> summary.phase() != Phase.ABSENT)
                .isPresent();
        return created ? fold(boardId, view) : Optional.empty();
    }

    /** Under one lock: what is folded is many times its bytes on disk, so only one board is at a time. */
    private synchronized <T> Optional<T> fold(String boardId, Function<BoardProjection, T> view) {
        Folded known = folded.remove(boardId);
        BoardProjection projection = known == null ? new BoardProjection(boardId, blueprints) : known.projection();
        bytes -= known == null ? 0 : known.bytes();
        fold(projection, entry -> true);
        if (projection.damage().isEmpty()) {
            keep(boardId, projection);
        }
        return projection.exists() ? Optional.of(view.apply(projection)) : Optional.empty();
    }

    private void keep(String boardId, BoardProjection projection) {
        Folded fresh = new Folded(projection, BoardSize.of(projection.board()).heap());
        folded.put(boardId, fresh);
        bytes += fresh.bytes();
        Iterator<Folded> eldest = folded.values().iterator();
        while (bytes > mostBytes && folded.size() > 1) {
            bytes -= eldest.next().bytes();
            eldest.remove();
        }
    }

    /** What the kernel would make of a proposal now; absent if the board's log is damaged ({@link #one} says how). */
    public Optional<DryRun.Verdict> dryRun(PatchProposal proposal) {
        String boardId = proposal.boardId();
        Optional<Board> board = one(
                        boardId,
                        projection -> projection.damage().isEmpty()
                                ? Optional.of(projection.board())
                                : Optional.<Board>empty())
                .orElseGet(() -> Optional.of(Board.absent(boardId)));
        return board.map(found -> dryRun.judge(found, id -> ended(boardId).endOf(id), proposal, clock.instant()));
    }

    private History ended(String boardId) {
        SeenIds seen = new SeenIds();
        logs.decoded(boardId, 1, entry -> {
            seen.remember(entry);
            return true;
        });
        return seen;
    }

    /**
     * A board as it was after the last entry with a version; absent if nobody created it, or it never had that version.
     * Costs a fold from the beginning, unless the board has that version now.
     */
    public <T> Optional<T> at(String boardId, long version, Function<BoardProjection, T> view) {
        Optional<Optional<T>> now = one(
                boardId,
                projection -> projection.board().version() == version
                        ? Optional.of(view.apply(projection))
                        : Optional.empty());
        if (now.isEmpty() || now.get().isPresent()) {
            return now.flatMap(found -> found);
        }
        BoardProjection past = past(boardId, version);
        return past.exists() && past.board().version() == version ? Optional.of(view.apply(past)) : Optional.empty();
    }

    private synchronized BoardProjection past(String boardId, long version) {
        BoardProjection projection = new BoardProjection(boardId, blueprints);
        fold(projection, entry -> entry.header().version() <= version);
        return projection;
    }

    private void fold(BoardProjection projection, Predicate<LogEntry> until) {
        logs.decoded(projection.board().id(), projection.board().sequence() + 1, entry -> {
            if (!until.test(entry)) {
                return false;
            }
            projection.accept(entry);
            return projection.damage().isEmpty();
        });
    }

    /** What boards that are kept as objects take, as estimated. */
    synchronized long keptBytes() {
        return bytes;
    }

    synchronized int keptBoards() {
        return folded.size();
    }

    LogFollower follower() {
        return follower;
    }

    @Override
    public void close() {
        follower.close();
        store.close();
    }
}
