package io.patchboard.client.board;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.apply.CorruptLogException;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.Failure;
import io.patchboard.record.Fields;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Stage;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;

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
    private final Tally tally;

    /**
     * Somebody who could not be asked.
     *
     * @param since when that began
     * @param failure the latest
     */
    public record Away(Instant since, Failure failure) {}

    /** @param blueprints shared by the projections of many boards */
    public BoardProjection(String boardId, Blueprints blueprints) {
        this(blueprints, Board.absent(boardId), new Tally());
    }

    private BoardProjection(Blueprints blueprints, Board board, Tally tally) {
        this.applier = new Applier(blueprints);
        this.board = board;
        this.tally = tally;
    }

    /** As it is now, so that the fold can go on from here ({@link #read}). Not of a board whose log is damaged. */
    public JsonObject toJson() {
        return JsonObject.builder()
                .put("board", BoardJson.write(board))
                .put("tally", tally.toJson())
                .build();
    }

    /**
     * As it was written.
     *
     * @param blueprints shared by the projections of many boards
     * @param sources of blueprints that the board has had, by their hashes
     * @throws RuntimeException of any kind if it is none
     */
    public static BoardProjection read(
            JsonObject json, Blueprints blueprints, Function<String, Optional<Json>> sources) {
        Fields fields = new Fields(json);
        return new BoardProjection(
                blueprints,
                BoardJson.read((JsonObject) fields.json("board"), blueprints.from(sources)),
                fields.requiredRecord("tally", Tally::read));
    }

    /** Takes the next entry of the board's log. */
    public void accept(LogEntry entry) {
        if (damage.isPresent()) {
            return;
        }
        try {
            board = applier.apply(board, entry);
            tally.accept(entry);
        } catch (CorruptLogException e) {
            damage = Optional.of(e.getMessage());
        } catch (RuntimeException e) { // the applier trusts the kernel's entries; a log may have been written by others
            damage = Optional.of("The log of board " + board.id() + " is damaged at sequence " + entry.sequence()
                    + ": the entry does not apply (" + e + ").");
        }
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
        return tally.end;
    }

    /** By which the board is found, by name. */
    public Map<String, String> labels() {
        return tally.labels;
    }

    public long commits() {
        return tally.commits;
    }

    /** Rejections by stage, in the order of the checks; stages without any are left out. */
    public Map<Stage, Long> rejections() {
        return Collections.unmodifiableMap(tally.rejections);
    }

    /** Tokens and cost by component, worker and model. */
    public Consumption consumption() {
        return tally.consumption;
    }

    /** Invocations by worker. */
    public SortedMap<String, Long> invocations() {
        return Collections.unmodifiableSortedMap(tally.invocations);
    }

    /** How often a rule has invited whom, by rule and worker; further attempts do not count. */
    public SortedMap<String, SortedMap<String, Long>> firings() {
        return Collections.unmodifiableSortedMap(tally.firings);
    }

    /** Workers whose latest invocation failed of an outage; none once the board has ended. */
    public SortedMap<String, Away> away() {
        return tally.end.isPresent() ? Collections.emptySortedMap() : Collections.unmodifiableSortedMap(tally.away);
    }
}
