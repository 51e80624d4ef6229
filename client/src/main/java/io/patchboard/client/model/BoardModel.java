package io.patchboard.client.model;

import io.patchboard.calls.Deadline;
import io.patchboard.client.KafkaConnection;
import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.board.DryRun;
import io.patchboard.client.log.EntryDecoder;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/** The boards, from the logs alone. Safe for use by several threads; all calls read from disk, and take their time. */
public final class BoardModel implements AutoCloseable {

    /** What is told a caller is kept some milliseconds later, or after a pause of the broker. */
    private static final Duration LONGEST_LAG = Duration.ofSeconds(10);

    private static final int PART_OF_HEAP = 16;

    private final ModelStore store;
    private final BoardLogs logs;
    private final InstantSource clock;
    private final Told told = new Told();
    private final BoardWatches watches = new BoardWatches();
    private final LogFollower follower;
    private final CommittedEntries committed;
    private final Checkpointer checkpointer;
    private final FoldedBoards boards;
    private final BoardIndexes indexes;
    private final DryRun dryRun;

    /**
     * @param mostBytes that boards which are kept as objects may take, as {@link io.patchboard.kernel.state.BoardSize}
     *     estimates them; one is kept in any case
     */
    BoardModel(KafkaConnection connection, ModelStore store, InstantSource clock, long mostBytes) {
        this.store = store;
        this.logs = new BoardLogs(
                store, EntryDecoder.of(connection), clock, () -> follower().complete());
        this.clock = clock;
        this.follower = new LogFollower(connection, store, clock, this::kept);
        this.committed = new CommittedEntries(follower, logs, clock);
        Blueprints blueprints = new Blueprints();
        Checkpoints checkpoints = new Checkpoints(store, logs, blueprints);
        this.boards = new FoldedBoards(store, logs, checkpoints, mostBytes);
        this.indexes = new BoardIndexes(store, boards, follower::complete, logs::isCut);
        this.checkpointer = new Checkpointer(checkpoints, indexes, follower::isUpToDate);
        this.dryRun = new DryRun(blueprints);
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
        model.checkpointer.start();
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

    /**
     * To follow a board's log: what is to be read after this is told of by the watch.
     *
     * @param below whether it also tells of the logs of boards that are made for this one
     */
    public BoardWatch watch(String boardId, boolean below) {
        return watches.open(boardId, below);
    }

    /** Of a log that is damaged, or begins behind its first entry, nothing more can be known. */
    private boolean reaches(String boardId, long sequence) {
        Optional<Long> known = one(
                        boardId,
                        projection -> projection.damage().isEmpty()
                                ? projection.board().sequence()
                                : Long.MAX_VALUE)
                .or(() -> Optional.of(Long.MAX_VALUE).filter(any -> logs.isCut(boardId)));
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

    /** The next of all ids that some entry is about, in their order; those that nobody created are among them. */
    public Optional<Summary> next(String afterId) {
        return store.next(afterId);
    }

    /**
     * Waits until all that was committed by now is known.
     *
     * @throws ExecutionException if the reading was given up
     */
    public void awaitAll() throws InterruptedException, ExecutionException {
        caughtUp().get();
        committed.await(Deadline.in(Duration.ofDays(1)));
    }

    /** What is committed at the time of asking. */
    public CommittedEntries committed() {
        return committed;
    }

    /** How many records may be entries, for who has the Schema Registry that they were written with. */
    public long needRegistry() {
        return follower.needRegistry();
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

    /** What people did to boards, or one, the latest first. */
    public List<Action> actions(Optional<String> board, Optional<String> by, Optional<Instant> since, int most) {
        return store.read(tables -> Action.latest(tables, board, by, since, most));
    }

    /** By values of their states. */
    public BoardIndexes indexes() {
        return indexes;
    }

    /** Entry by entry. */
    public BoardLogs logs() {
        return logs;
    }

    /** Something of one board; absent if nobody created it. */
    public <T> Optional<T> one(String boardId, Function<BoardProjection, T> view) {
        return created(boardId).flatMap(known -> boards.now(boardId, view));
    }

    private Optional<Summary> created(String boardId) {
        return store.summary(boardId).filter(summary -> summary.phase() != Phase.ABSENT);
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
        return board.map(found -> dryRun.judge(found, id -> logs.end(boardId, id), proposal, clock.instant()));
    }

    /**
     * A board as it was after the last entry with a version; absent if nobody created it, or it never had that version.
     * Costs a fold from the last checkpoint before it.
     */
    public <T> Optional<T> at(String boardId, long version, Function<BoardProjection, T> view) {
        Optional<Summary> known = created(boardId);
        if (known.filter(now -> now.version() == version).isPresent()) {
            Optional<T> now = one(
                            boardId,
                            projection -> projection.board().version() == version
                                    ? Optional.of(view.apply(projection))
                                    : Optional.<T>empty())
                    .flatMap(found -> found);
            if (now.isPresent()) {
                return now;
            }
        }
        return known.map(board -> boards.past(boardId, version))
                .filter(past -> past.exists() && past.board().version() == version)
                .map(view);
    }

    /** What boards that are kept as objects take, as estimated. */
    long keptBytes() {
        return boards.bytes();
    }

    int keptBoards() {
        return boards.size();
    }

    /** Makes the checkpoints that are due. */
    void makeCheckpoints() {
        checkpointer.makeDue();
    }

    LogFollower follower() {
        return follower;
    }

    @Override
    public void close() {
        checkpointer.close();
        follower.close();
        store.close();
    }
}
