package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.log.LogListener;
import io.patchboard.client.log.LogProblem;
import io.patchboard.client.log.LogRecord;
import io.patchboard.client.log.Progress;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.state.Board;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.screen.Pulse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Folds every board while its entries come, so that no log has to be kept. */
final class Projections implements LogListener {

    private final Blueprints blueprints = new Blueprints();
    private final SortedMap<String, BoardProjection> byId = new TreeMap<>();
    private final Progress entries = new Progress();
    private int unreadable;
    private long needRegistry;

    /** Of all boards; shows how far the reading is where it takes long. */
    static Projections read(Cluster cluster, Output output) {
        return read(output, projections -> cluster.logReader().scan(Optional.empty(), projections));
    }

    /** As {@link #read}, with what is in transactions that are open by now. */
    static Projections readWritten(Cluster cluster, Output output) {
        return read(output, cluster.logReader()::scanWritten);
    }

    /** Of a board and those below it. */
    static Projections readFamily(Cluster cluster, String boardId, Output output) {
        return read(output, projections -> cluster.logReader().scanFamily(boardId, projections));
    }

    private static Projections read(Output output, Consumer<Projections> scan) {
        Projections projections = new Projections();
        try (Pulse pulse = Pulse.startLater(output.errors(), () -> "Reading all boards: " + projections.entries)) {
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

    boolean isEmpty() {
        return byId.isEmpty();
    }

    List<BoardProjection> boards() {
        if (needRegistry > 0) {
            throw CliException.needsRegistry(needRegistry);
        }
        return byId.values().stream().filter(BoardProjection::exists).toList();
    }

    /** The ids of those on which a person has to decide something, and of those that wait for them. */
    Set<String> needingPerson() {
        Set<String> needing = new HashSet<>();
        boards().stream()
                .map(BoardProjection::board)
                .filter(board -> !board.work().incidents().isEmpty())
                .forEach(board -> addWithParents(board, needing));
        return needing;
    }

    private void addWithParents(Board board, Set<String> needing) {
        if (needing.add(board.id())) {
            board.present()
                    .parent()
                    .map(parent -> byId.get(parent.boardId()))
                    .map(BoardProjection::board)
                    .filter(parent -> !parent.phase().ended())
                    .ifPresent(parent -> addWithParents(parent, needing));
        }
    }

    List<String> notes() {
        List<String> notes = new ArrayList<>();
        int others = byId.size() - boards().size();
        if (others > 0) {
            notes.add("Not listed: " + others + " log" + (others == 1 ? "" : "s")
                    + " of ids that were never created and have only rejections.");
        }
        if (unreadable > 0) {
            notes.add("Expected log entries only, but " + unreadable
                    + " records are none or are repeated. \"patchboard replay --verify\" names them.");
        }
        return notes;
    }
}
