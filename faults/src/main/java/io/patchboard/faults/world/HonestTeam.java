package io.patchboard.faults.world;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.faults.board.Kernel;
import io.patchboard.faults.board.KernelBoard;
import io.patchboard.faults.board.Proposal;
import io.patchboard.faults.dice.Dice;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Drives a board with honest answers, in an order that the dice choose. */
public final class HonestTeam {

    private final World world;
    private final Case situation;
    private final Dice dice;
    private final KernelBoard board;
    private final List<String> answered = new ArrayList<>();
    private int proposals;

    public HonestTeam(Kernel kernel, World world, Case situation, String boardId, Dice dice) {
        this.world = world;
        this.situation = situation;
        this.dice = dice;
        this.board = KernelBoard.create(kernel, boardId, world.blueprint(), situation.input());
    }

    public KernelBoard board() {
        return board;
    }

    public boolean over() {
        return board.board().phase() != Phase.OPEN;
    }

    public Reached reached() {
        return new Reached(world, situation, board.copy(), board.state(), List.copyOf(answered));
    }

    /** One worker takes a turn; where nobody was asked, time passes. */
    public List<LogEntry> step() {
        List<OpenInvocation> open = List.copyOf(board.board().open().values());
        if (open.isEmpty()) {
            return board.passTime();
        }
        OpenInvocation chosen = dice.pick(open);
        return answer(chosen, answerOf(chosen));
    }

    public JsonNode answerOf(OpenInvocation open) {
        return world.answer(new Turn(open.worker(), open.trigger().path(), board.state(), situation, dice));
    }

    public List<LogEntry> answer(OpenInvocation open, JsonNode patch) {
        List<LogEntry> entries = propose(open.worker(), Optional.of(open.id()), patch);
        if (entries.stream().map(LogEntry::event).anyMatch(PatchCommitted.class::isInstance)) {
            answered.add(open.id());
        }
        return entries;
    }

    /** A proposal of a worker who may speak unasked, or an answer. */
    public List<LogEntry> propose(String worker, Optional<String> invocation, JsonNode patch) {
        String id = "p-" + ++proposals;
        return board.send(new Proposal(id, board.board().id(), worker, invocation, patch).bytes());
    }
}
