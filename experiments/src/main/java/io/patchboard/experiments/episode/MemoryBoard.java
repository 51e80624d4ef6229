package io.patchboard.experiments.episode;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Decider;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.SeenIds;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Failure;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * A board on the real decision core, in memory. Workers are asked one after the other, in the order in which they were
 * invited; a clock jumps to whatever is due when nobody is. So the same team gives the same log.
 */
public final class MemoryBoard {

    private static final String ID = "episode";
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration ANSWER = Duration.ofMillis(100);

    /** A team that goes on longer than that has no end. */
    private static final int MOST_DECISIONS = 3_000;

    /** Whoever answers invitations. */
    @FunctionalInterface
    public interface Team {

        /**
         * @param invitation a {@link WorkerInvoked}
         * @return a patch; empty if the answer was no JSON, or the worker cannot do it
         */
        Optional<Json> answer(LogEntry invitation);
    }

    private final Decider decider;
    private final Team team;
    private final SeenIds history = new SeenIds();
    private final List<LogEntry> log = new ArrayList<>();
    private final Deque<LogEntry> invited = new ArrayDeque<>();
    private Board board = Board.absent(ID);
    private Instant now = BEGIN;
    private int decisions;

    private MemoryBoard(Blueprints blueprints, Team team) {
        this.decider = new Decider(Limits.DEFAULT, blueprints, new InvocationIds(new byte[16]), queue -> true);
        this.team = team;
    }

    /**
     * Plays a board until it ends, waits for a person, or has no end.
     *
     * @param blueprints compiled ones, kept for the next board
     * @throws IllegalArgumentException if the kernel refuses to create the board
     */
    public static MemoryBoard play(Blueprints blueprints, Json blueprint, JsonObject input, Team team) {
        MemoryBoard played = new MemoryBoard(blueprints, team);
        played.decide(new Input.Commanded(new CreateBoard("create", ID, blueprint, input), Json.nul()));
        if (played.log.getFirst().event() instanceof CommandRejected refused) {
            throw new IllegalArgumentException(
                    "Expected a board, but: " + refused.rejection().message() + " " + refused.errors());
        }
        while (played.goesOn()) {
            played.next();
        }
        return played;
    }

    private boolean goesOn() {
        return decisions < MOST_DECISIONS
                && !board.phase().ended()
                && (!invited.isEmpty() || board.nextDue().isPresent());
    }

    private void next() {
        LogEntry invitation = invited.poll();
        if (invitation == null) {
            Instant due = board.nextDue().orElseThrow();
            now = due.isAfter(now) ? due : now;
            decide(new Input.Tick());
        } else if (invitation.event() instanceof WorkerInvoked invoked
                && board.open().containsKey(invoked.invocationId())) {
            now = now.plus(ANSWER);
            Optional<Json> patch = team.answer(invitation);
            PatchProposal proposal = new PatchProposal(
                    "p-" + decisions,
                    ID,
                    invoked.worker(),
                    Optional.of(invoked.invocationId()),
                    patch.orElse(JsonArray.EMPTY),
                    Optional.empty(),
                    Optional.empty(),
                    patch.isPresent()
                            ? Optional.empty()
                            : Optional.of(
                                    Failure.of(Failure.Kind.INVALID, "Expected a JSON Patch, but there is none.")));
            decide(new Input.Proposed(proposal, proposal.toJson()));
        }
    }

    private void decide(Input input) {
        decisions++;
        var decision = decider.decide(board, input, history, now);
        decision.entries().forEach(history::remember);
        log.addAll(decision.entries());
        board = decision.board();
        for (LogEntry entry : decision.entries()) {
            if (entry.event() instanceof WorkerInvoked) {
                invited.add(entry);
            }
        }
    }

    public Board board() {
        return board;
    }

    public List<LogEntry> log() {
        return List.copyOf(log);
    }
}
