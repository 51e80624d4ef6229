package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.log.LogListener;
import io.patchboard.client.log.LogProblem;
import io.patchboard.client.log.LogRecord;
import io.patchboard.client.log.Progress;
import io.patchboard.client.model.BoardModel;
import io.patchboard.client.model.BoardPage;
import io.patchboard.client.model.BoardQuery;
import io.patchboard.client.model.Summary;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Phase;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.LogIndex;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.run.PersonTasks;
import io.patchboard.standalone.screen.Pulse;
import io.patchboard.standalone.screen.Text;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Boards as they are: those that an index finds, or else all, folded while their entries come, so that no log has to be
 * kept.
 */
final class Projections implements LogListener {

    private static final int PAGE = 1_000;

    /** For the server to write down by which values boards are found; usually nothing is left to do. */
    private static final Duration INDEX_TIME = Duration.ofSeconds(5);

    private final Blueprints blueprints = new Blueprints();
    private final SortedMap<String, BoardProjection> byId = new TreeMap<>();
    private final Progress entries = new Progress();
    private final Set<String> needing = new HashSet<>();
    private long neverCreated;
    private int unreadable;
    private long needRegistry;

    /**
     * Of the boards that a query finds, where there is an index, and at most so many; else of all boards, which takes
     * the reading of all logs: it shows how far that is.
     */
    static Projections read(Cluster cluster, BoardQuery query, long most, Output output) {
        Projections found = indexed(cluster, query, most, output)
                .orElseGet(() -> read(output, projections -> cluster.logReader().scan(Optional.empty(), projections)));
        if (found.byId.isEmpty()) {
            cluster.requireLog();
        }
        return found;
    }

    /** As {@link #read}, of the boards on which a person is wanted. */
    static Projections needingPerson(Cluster cluster, Output output) {
        return read(cluster, BoardQuery.ALL.needing(BoardQuery.Needs.PERSON), Long.MAX_VALUE, output);
    }

    /** As {@link #read}, with what is in transactions that are open by now; all logs are read. */
    static Projections readWritten(Cluster cluster, Output output) {
        return read(output, cluster.logReader()::scanWritten);
    }

    /** Of the boards below one on which a person has something to decide or answer; without an index, of all below. */
    static Projections readBelow(Cluster cluster, String boardId, Output output) {
        return LogIndex.askKept(cluster, output, model -> {
                    Projections found = new Projections();
                    model.indexes()
                            .needingPersonBelow(boardId, Integer.MAX_VALUE)
                            .forEach(id -> found.add(model, id));
                    return found;
                })
                .orElseGet(() -> read(output, projections -> cluster.logReader().scanFamily(boardId, projections)));
    }

    /** By an index that there is; absent if there is none, or it does not know yet by which values boards are found. */
    static Optional<Projections> indexed(Cluster cluster, BoardQuery query, long most, Output output) {
        return cluster.hasArchive()
                ? Optional.empty()
                : LogIndex.askKept(cluster, output, model -> find(model, query, most))
                        .flatMap(found -> found);
    }

    private static Optional<Projections> find(BoardModel model, BoardQuery query, long most) {
        if (query.asksForValues() && !refreshed(model)) {
            return Optional.empty();
        }
        Projections found = new Projections();
        each(model, query, board -> {
            found.add(model, board.boardId());
            return found.byId.size() < most;
        });
        each(model, BoardQuery.ALL.needing(BoardQuery.Needs.PERSON), board -> found.needing.add(board.boardId()));
        found.neverCreated = model.count(Phase.ABSENT);
        return Optional.of(found);
    }

    private static boolean refreshed(BoardModel model) {
        try {
            return model.indexes().refresh(INDEX_TIME);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CliException.failed("Expected to read the index, but was interrupted.");
        }
    }

    /** @param visitor tells whether to go on */
    private static void each(BoardModel model, BoardQuery query, Predicate<Summary> visitor) {
        Optional<BoardPage.Place> next = Optional.of(BoardPage.Place.FIRST);
        while (next.isPresent()) {
            BoardPage page = model.list(query, next.get(), PAGE);
            next = page.boards().stream().allMatch(visitor) ? page.next() : Optional.empty();
        }
    }

    private void add(BoardModel model, String boardId) {
        model.one(boardId, projection -> projection).ifPresent(projection -> byId.put(boardId, projection));
    }

    private static Projections read(Output output, Consumer<Projections> scan) {
        Projections projections = new Projections();
        try (Pulse pulse = Pulse.startLater(
                output.errors(),
                () -> "Reading all boards, for there is no index of them (see --url): " + projections.entries)) {
            scan.accept(projections);
        }
        return projections;
    }

    @Override
    public void progress(int percent) {
        entries.percent(percent);
    }

    @Override
    public boolean entry(LogRecord next) {
        entries.entry();
        byId.computeIfAbsent(next.boardId(), id -> new BoardProjection(id, blueprints))
                .accept(next.entry());
        return true;
    }

    @Override
    public void problem(LogProblem problem) {
        if (problem.kind() == LogProblem.Kind.NEEDS_REGISTRY) {
            needRegistry++;
        } else {
            unreadable++;
        }
    }

    List<BoardProjection> boards() {
        if (needRegistry > 0) {
            throw CliException.needsRegistry(needRegistry);
        }
        return byId.values().stream().filter(BoardProjection::exists).toList();
    }

    /** The ids of those on which a person is wanted, and of those that wait for them. */
    Set<String> needingPerson() {
        boards().stream().map(BoardProjection::board).filter(PersonTasks::areOn).forEach(this::addWithParents);
        return needing;
    }

    private void addWithParents(Board board) {
        if (needing.add(board.id())) {
            board.present()
                    .parent()
                    .map(parent -> byId.get(parent.boardId()))
                    .map(BoardProjection::board)
                    .filter(parent -> !parent.phase().ended())
                    .ifPresent(this::addWithParents);
        }
    }

    List<String> notes() {
        List<String> notes = new ArrayList<>();
        long others = neverCreated + byId.size() - boards().size();
        if (others > 0) {
            notes.add("Not listed: " + Text.counted(others, "log")
                    + " of ids that were never created and have only rejections.");
        }
        if (unreadable > 0) {
            notes.add("Expected log entries only, but "
                    + Text.counted(unreadable, "record is none or is repeated", "records are none or are repeated")
                    + ". \"patchboard replay --verify\" names them.");
        }
        return notes;
    }
}
