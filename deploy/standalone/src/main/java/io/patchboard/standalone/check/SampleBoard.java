package io.patchboard.standalone.check;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.board.DryRun;
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
import io.patchboard.record.IndexValue;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.text.Spelling;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A board that judges answers, in memory, by the kernel's decision core: a new one of the user's own blueprint, or one
 * as it was when a worker was invited.
 */
public final class SampleBoard {

    private static final String BOARD = "check";

    private final DryRun dryRun = new DryRun(new Blueprints());
    private final Board board;
    private final Instant now;
    private final List<LogEntry> log;

    private SampleBoard(Board board, Instant now, List<LogEntry> log) {
        this.board = board;
        this.now = now;
        this.log = log;
    }

    /** @throws IllegalArgumentException saying why the board cannot be created */
    static SampleBoard created(Json blueprint, Json input, Instant now) {
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        Decider decider = new Decider(Limits.DEFAULT, new Blueprints(), new InvocationIds(key), queue -> true);
        String id = IndexValue.newBoardId(blueprint, input).orElse(BOARD);
        Decision creation = decider.decide(
                Board.absent(id),
                new Input.Commanded(new CreateBoard("create", id, blueprint, input), Json.nul()),
                History.NONE,
                now);
        creation.entries().forEach(entry -> {
            if (entry.event() instanceof CommandRejected rejected) {
                throw new IllegalArgumentException(rejected.rejection().message());
            }
        });
        return new SampleBoard(creation.board(), now, creation.entries());
    }

    /**
     * A board as it was right after it had last invited a worker.
     *
     * @param log whole, in order
     * @param version the latest that the worker may have been shown
     * @throws IllegalArgumentException if it never did, or the log is damaged
     */
    static SampleBoard whenItInvited(String worker, List<LogEntry> log, long version) {
        LogEntry last = log.stream()
                .filter(entry -> entry.event() instanceof WorkerInvoked invoked
                        && invoked.worker().equals(worker)
                        && invoked.baseVersion() <= version)
                .reduce((first, second) -> second)
                .orElseThrow(() -> new IllegalArgumentException("Expected a worker that the board has invited by then,"
                        + " one of " + invited(log, version) + ", but got " + worker + "."
                        + Spelling.question(worker, invited(log, version))));
        List<LogEntry> until = log.subList(0, log.indexOf(last) + 1);
        BoardProjection projection = new BoardProjection(last.boardId(), new Blueprints());
        until.forEach(projection::accept);
        projection.damage().ifPresent(damage -> {
            throw new IllegalArgumentException(damage);
        });
        return new SampleBoard(projection.board(), last.header().time(), List.of(last));
    }

    private static List<String> invited(List<LogEntry> log, long version) {
        return log.stream()
                .filter(entry -> entry.event() instanceof WorkerInvoked invoked && invoked.baseVersion() <= version)
                .map(entry -> ((WorkerInvoked) entry.event()).worker())
                .distinct()
                .sorted()
                .toList();
    }

    WorkerRole role(String worker) {
        return board.rules().workers().get(worker);
    }

    /** The first invocation of the worker, if there is one. */
    Optional<Invocation> invocation(String worker) {
        return log.stream()
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
                        role.writesSource())
                .reaching(role.boundary().egress())));
    }

    /** Why the kernel would reject an answer to the invocation; empty if it would commit it. */
    Optional<String> rejection(Invocation invoked, byte[] said) {
        try {
            Answer answer = AnswerLine.read(said).answer();
            DryRun.Verdict verdict = dryRun.judge(
                    board,
                    id -> History.InvocationEnd.NONE,
                    new PatchProposal(
                            "proposal",
                            board.id(),
                            invoked.worker(),
                            Optional.of(invoked.invocationId()),
                            answer.patch(),
                            answer.usage(),
                            answer.error()),
                    now);
            return verdict.outcome().event() instanceof PatchRejected rejected
                    ? Optional.of(rejected.stage() + ": " + rejected.rejection().message())
                    : Optional.empty();
        } catch (JsonSyntaxException e) {
            return Optional.of(e.getMessage());
        }
    }
}
