package io.patchboard.standalone.again;

import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.standalone.whatif.ChosenBoards;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Finds what a worker was asked, in entries of many boards, each board's in order. Not for several threads. */
public final class PastInvocations {

    private final String worker;
    private final ChosenBoards chosen;
    private final Consumer<PastInvocation> found;
    private final Applier applier;
    private final Map<String, Board> boards = new HashMap<>();
    private final Map<String, PastInvocation> open = new LinkedHashMap<>();
    private final SortedMap<String, String> damaged = new TreeMap<>();

    /** @param found hears of each invocation as soon as its outcome is known */
    public PastInvocations(String worker, ChosenBoards chosen, Blueprints blueprints, Consumer<PastInvocation> found) {
        this.worker = worker;
        this.chosen = chosen;
        this.found = found;
        this.applier = new Applier(blueprints);
    }

    /** Takes the next entry of a board. */
    public void accept(LogEntry entry) {
        String board = entry.boardId();
        if (damaged.containsKey(board)) {
            return;
        }
        if (!chosen.has(entry)) {
            boards.remove(board);
            return;
        }
        try {
            follow(entry, boards.computeIfAbsent(board, Board::absent));
        } catch (RuntimeException e) {
            boards.remove(board);
            damaged.put(board, "#" + entry.sequence() + ": " + e.getMessage());
        }
    }

    private void follow(LogEntry entry, Board before) {
        answered(entry)
                .map(open::remove)
                .ifPresent(past -> found.accept(new PastInvocation(past.entry(), before, Optional.of(entry))));
        Board after = applier.apply(before, entry);
        boards.put(entry.boardId(), after);
        if (entry.event() instanceof WorkerInvoked invoked && invoked.worker().equals(worker)) {
            open.put(invoked.invocationId(), new PastInvocation(entry, after, Optional.empty()));
        }
    }

    /** The invocation that an entry is the first outcome of. */
    private static Optional<String> answered(LogEntry entry) {
        return switch (entry.event()) {
            case PatchCommitted committed -> committed.invocationId();
            case PatchHeld held -> held.invocationId();
            case PatchRejected rejected -> rejected.invocationId();
            default -> Optional.empty();
        };
    }

    /** Tells of those that have no outcome, of boards of which no entry is taken any more. */
    public void end() {
        open.values().forEach(found);
        open.clear();
        boards.clear();
    }

    /** Boards whose logs could not be followed, with the reason. */
    public SortedMap<String, String> damaged() {
        return damaged;
    }
}
