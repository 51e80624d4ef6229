package io.patchboard.faults.world;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.faults.board.KernelBoard;
import io.patchboard.faults.board.Proposal;
import io.patchboard.faults.dice.Dice;
import io.patchboard.kernel.state.OpenInvocation;
import java.util.List;
import java.util.Optional;

/**
 * A board that honest work has brought somewhere.
 *
 * @param board not to be changed; copy it
 * @param answered invocation ids that had their answer already
 */
public record Reached(World world, Case situation, KernelBoard board, JsonNode state, List<String> answered) {

    public List<OpenInvocation> open() {
        return List.copyOf(board.board().open().values());
    }

    public List<OpenInvocation> openFor(String worker) {
        return open().stream().filter(open -> open.worker().equals(worker)).toList();
    }

    /** Whether a record answers what somebody was asked here, or comes under the name of one who may speak unasked. */
    public boolean asked(JsonNode record) {
        String worker = record.path("worker").asText();
        JsonNode invocation = record.path("invocationId");
        JsonNode role = world.blueprint().path("workers").path(worker);
        boolean volunteers =
                invocation.isMissingNode() && role.path("unsolicited").asBoolean();
        boolean answers = openFor(worker).stream().anyMatch(open -> open.id().equals(invocation.asText()));
        return record.path("boardId").asText().equals(board.board().id()) && (volunteers || answers);
    }

    public Turn turn(OpenInvocation open, Dice dice) {
        return new Turn(open.worker(), open.trigger().path(), state, situation, dice);
    }

    /** What an honest worker would answer. */
    public Proposal honest(OpenInvocation open, Dice dice) {
        return proposal(open, world.answer(turn(open, dice)));
    }

    public Proposal proposal(OpenInvocation open, JsonNode patch) {
        return new Proposal("p-under-test", board.board().id(), open.worker(), Optional.of(open.id()), patch);
    }
}
