package io.patchboard.standalone.check;

import io.patchboard.gateway.runner.AnswerLine;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.Decider;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.History;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;

/** A board of the user's own blueprint, created in memory by the kernel's decision core. */
public final class SampleBoard {

    private static final String BOARD = "check";

    private final Decider decider;
    private final Board board;
    private final Decision creation;
    private final Instant now;

    SampleBoard(Json blueprint, Json input, Instant now) {
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        this.decider = new Decider(Limits.DEFAULT, new Blueprints(), new InvocationIds(key), queue -> true);
        this.now = now;
        this.creation = decider.decide(
                Board.absent(BOARD),
                new Input.Commanded(new CreateBoard("create", BOARD, blueprint, input), Json.nul()),
                History.NONE,
                now);
        this.board = creation.board();
    }

    /** Why the board could not be created. */
    Optional<String> problem() {
        return creation.entries().stream()
                .map(LogEntry::event)
                .filter(CommandRejected.class::isInstance)
                .map(entry -> ((CommandRejected) entry).rejection().message())
                .findFirst();
    }

    /** The first invocation of the worker, if the board's creation brings one about. */
    Optional<Invocation> invocation(String worker) {
        return creation.entries().stream()
                .filter(entry -> entry.event() instanceof WorkerInvoked)
                .map(Invocation::new)
                .filter(invocation -> invocation.worker().equals(worker))
                .findFirst();
    }

    /** A built-in view under the worker's own contract. */
    static Invocation builtIn(Blueprint blueprint, String worker) {
        WorkerInvoked sample = Samples.builtIn(Optional.empty()).invoked();
        WorkerRole role = blueprint.workers().get(worker);
        return Samples.builtIn(Optional.of(new WorkerInvoked(
                sample.invocationId(),
                worker,
                role.queue(),
                1,
                sample.deadline(),
                1,
                sample.trigger(),
                role.instruction(),
                sample.view(),
                sample.viewHash(),
                role.writesSource())));
    }

    /** Why the kernel would reject an answer to the invocation; empty if it would commit it. */
    Optional<String> rejection(Invocation invoked, byte[] said) {
        try {
            Answer answer = AnswerLine.read(said).answer();
            Decision decision = decider.decide(
                    board,
                    new Input.Proposed(
                            new PatchProposal(
                                    "proposal",
                                    BOARD,
                                    invoked.worker(),
                                    Optional.of(invoked.invocationId()),
                                    answer.patch(),
                                    answer.usage(),
                                    answer.error()),
                            Json.nul()),
                    History.NONE,
                    now);
            return decision.entries().stream()
                    .map(LogEntry::event)
                    .filter(PatchRejected.class::isInstance)
                    .map(PatchRejected.class::cast)
                    .map(rejected ->
                            rejected.stage() + ": " + rejected.rejection().message())
                    .findFirst();
        } catch (JsonSyntaxException e) {
            return Optional.of(e.getMessage());
        }
    }
}
