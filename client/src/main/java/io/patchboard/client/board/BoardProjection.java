package io.patchboard.client.board;

import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.apply.CorruptLogException;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardReopened;
import io.patchboard.record.EndEvent;
import io.patchboard.record.Failure;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A board folded from its log with the kernel's own applier, and what its log holds, counted. Used by one thread.
 *
 * <p>An entry that does not follow on those before it ends the fold: the board stays as it was then, and
 * {@link #damage()} says why.
 */
public final class BoardProjection {

    private final Applier applier;
    private Board board;
    private Optional<String> damage = Optional.empty();
    private Optional<LogEntry> end = Optional.empty();
    private Map<String, String> labels = Map.of();
    private long commits;
    private final Map<Stage, Long> rejections = new EnumMap<>(Stage.class);
    private final SortedMap<String, Long> invocations = new TreeMap<>();
    private final SortedMap<String, SortedMap<String, Long>> firings = new TreeMap<>();
    private final SortedMap<String, Away> away = new TreeMap<>();
    private final Consumption consumption = new Consumption();

    /**
     * Somebody who could not be asked.
     *
     * @param since when that began
     * @param failure the latest
     */
    public record Away(Instant since, Failure failure) {}

    /** @param blueprints shared by the projections of many boards */
    public BoardProjection(String boardId, Blueprints blueprints) {
        this.applier = new Applier(blueprints);
        this.board = Board.absent(boardId);
    }

    /** Takes the next entry of the board's log. */
    public void accept(LogEntry entry) {
        if (damage.isPresent()) {
            return;
        }
        try {
            board = applier.apply(board, entry);
            count(entry);
        } catch (CorruptLogException e) {
            damage = Optional.of(e.getMessage());
        } catch (RuntimeException e) { // the applier trusts the kernel's entries; a log may have been written by others
            damage = Optional.of("The log of board " + board.id() + " is damaged at sequence " + entry.sequence()
                    + ": the entry does not apply (" + e + ").");
        }
    }

    private void count(LogEntry entry) {
        consumption.accept(entry);
        switch (entry.event()) {
            case PatchCommitted committed -> {
                commits++;
                away.remove(committed.worker());
            }
            case PatchHeld held -> away.remove(held.worker());
            case RejectedEvent rejected -> {
                rejections.merge(rejected.stage(), 1L, Long::sum);
                if (rejected instanceof PatchRejected answer
                        && answer.invocationId().isPresent()) {
                    answer.worker().ifPresent(worker -> answered(worker, answer, entry));
                }
            }
            case WorkerInvoked invoked -> {
                invocations.merge(invoked.worker(), 1L, Long::sum);
                if (invoked.attempt() == 1) {
                    firings.computeIfAbsent(invoked.trigger().rule(), rule -> new TreeMap<>())
                            .merge(invoked.worker(), 1L, Long::sum);
                }
            }
            case BoardCreated created -> labels = Labels.of(created);
            case EndEvent ended -> end = Optional.of(entry);
            case BoardReopened reopened -> end = Optional.empty();
            default -> {
                // The board alone has what else happened.
            }
        }
    }

    /** Whoever answers is not away, however wrong the answer is. */
    private void answered(String worker, PatchRejected answer, LogEntry entry) {
        Optional<Failure> outage =
                answer.failure().filter(failure -> failure.kind().passes());
        outage.ifPresentOrElse(
                failure -> away.merge(
                        worker,
                        new Away(entry.header().time(), failure),
                        (before, now) -> new Away(before.since(), failure)),
                () -> away.remove(worker));
    }

    /** The board after the last entry that could be applied. */
    public Board board() {
        return board;
    }

    /** Whether somebody created the board; without that its log can only hold rejections. */
    public boolean exists() {
        return board.phase() != Phase.ABSENT;
    }

    /** Why the fold ended before the log did. */
    public Optional<String> damage() {
        return damage;
    }

    /** The entry by which the board ended. */
    public Optional<LogEntry> end() {
        return end;
    }

    /** By which the board is found, by name. */
    public Map<String, String> labels() {
        return labels;
    }

    public long commits() {
        return commits;
    }

    /** Rejections by stage, in the order of the checks; stages without any are left out. */
    public Map<Stage, Long> rejections() {
        return Collections.unmodifiableMap(rejections);
    }

    /** Tokens and cost by component, worker and model. */
    public Consumption consumption() {
        return consumption;
    }

    /** Invocations by worker. */
    public SortedMap<String, Long> invocations() {
        return Collections.unmodifiableSortedMap(invocations);
    }

    /** How often a rule has invited whom, by rule and worker; further attempts do not count. */
    public SortedMap<String, SortedMap<String, Long>> firings() {
        return Collections.unmodifiableSortedMap(firings);
    }

    /** Workers whose latest invocation failed of an outage; none once the board has ended. */
    public SortedMap<String, Away> away() {
        return end.isPresent() ? Collections.emptySortedMap() : Collections.unmodifiableSortedMap(away);
    }
}
