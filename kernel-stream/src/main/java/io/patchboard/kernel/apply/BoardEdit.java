package io.patchboard.kernel.apply;

import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.circuit.Circuit;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Expansions;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.state.Spending;
import io.patchboard.kernel.state.StateChange;
import io.patchboard.kernel.state.WaitingInvocation;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.BudgetWarning;
import io.patchboard.record.Cause;
import io.patchboard.record.LogHeader;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.Stage;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The next board in the making. Lives for one call of {@link Applier#apply}. What an entry does not change is taken
 * over as it is, so that an entry costs what it changes.
 */
final class BoardEdit {

    private final String id;
    private final StateEdit state;
    private final WorkEdit work;
    private final FeedbackEdit feedback;
    private Contract contract;
    private Phase phase;
    private long sequence;
    private String lastHash;
    private Instant created;
    private Instant time;
    private Optional<Instant> pausedAt;
    private Spending spending;
    private Circuit circuit;

    BoardEdit(Board board) {
        id = board.id();
        state = new StateEdit(board);
        work = new WorkEdit(board);
        feedback = new FeedbackEdit(board.feedback());
        contract = new Contract(board.blueprint());
        phase = board.phase();
        sequence = board.sequence();
        lastHash = board.lastHash();
        created = board.created();
        time = board.time();
        pausedAt = board.pausedAt();
        spending = board.spending();
        circuit = board.circuit();
    }

    BoardEdit log(LogHeader header) {
        sequence = header.sequence();
        lastHash = header.hash();
        time = header.time();
        return this;
    }

    void create(Blueprint rules, Json first, String firstHash, LogHeader header) {
        phase = Phase.OPEN;
        contract = new Contract(Optional.of(rules));
        state.begin(first, firstHash, header.version());
        created = header.time();
    }

    void change(Revision revision, PatchCommitted committed) {
        work.follow(revision.before(), revision.relocation());
        state.change(
                revision,
                committed.stateHash().hex(),
                committed
                        .trigger()
                        .filter(contract::pins)
                        .map(answered -> new StateChange.Author(committed.worker(), answered)));
    }

    void open(WorkerInvoked invoked) {
        work.open(invoked);
        spending = spending.plusInvocation(invoked.worker(), contract.hasBudgets(invoked.worker()));
    }

    void hold(TriggerHeld entry) {
        work.hold(entry, state.version());
    }

    void stop(BranchStopped entry) {
        work.stop(entry, state.version());
    }

    void close(String invocationId) {
        work.close(invocationId)
                .filter(closed -> contract.hasBudgets(closed.worker()))
                .ifPresent(closed -> spending = spending.plusOpen(closed.worker(), openFor(closed)));
    }

    /** Without pauses, by which deadlines move; and not longer than it could be answered. */
    private Duration openFor(OpenInvocation closed) {
        Duration timeout = contract.role(closed.worker()).orElseThrow().policy().timeout();
        Duration left = Duration.between(pausedAt.orElse(time), closed.deadline());
        return left.isNegative() ? timeout : timeout.minus(left);
    }

    /**
     * An answer that a pause kept out was not a failed attempt, so the next one has the same number, and is made as
     * soon as the board goes on.
     */
    void retry(String invocationId, Stage stage, Instant at) {
        OpenInvocation failed = ended(invocationId);
        boolean keptOut = stage == Stage.ADMISSION;
        failed.current()
                .ifPresent(trigger -> work.await(new WaitingInvocation(
                        failed.worker(),
                        keptOut ? failed.attempt() : failed.attempt() + 1,
                        trigger,
                        keptOut ? pausedAt.orElse(at) : at,
                        new Cause(Cause.Action.RETRY, sequence),
                        failed.baseVersion(),
                        failed.expansions())));
    }

    /** The worker asked to see more, and is invoked again at once, unless what it was invoked for is gone. */
    void expand(String invocationId, List<String> handles) {
        OpenInvocation answered = ended(invocationId);
        answered.current()
                .ifPresent(trigger -> work.await(new WaitingInvocation(
                        answered.worker(),
                        answered.attempt() + 1,
                        trigger,
                        time,
                        new Cause(Cause.Action.EXPAND, sequence),
                        answered.baseVersion(),
                        answered.expansions().plus(handles))));
    }

    private OpenInvocation ended(String invocationId) {
        return work.find(invocationId)
                .orElseThrow(() -> new CorruptLogException(
                        id, sequence, "It ends the invocation " + invocationId + ", which is not open."));
    }

    /** A worker's attempts are spent: who catches it, if anybody does, takes over, and learns why. */
    void handOver(OpenInvocation failed) {
        Optional<String> catcher = contract.role(failed.worker()).flatMap(WorkerRole::catcher);
        if (catcher.isPresent() && failed.current().isPresent()) {
            work.await(new WaitingInvocation(
                    catcher.get(),
                    1,
                    failed.current().get(),
                    time,
                    new Cause(Cause.Action.CATCH, sequence),
                    failed.baseVersion(),
                    Expansions.NONE));
            feedback.share(
                    List.of(failed.worker()),
                    catcher.get(),
                    contract.blueprint().orElseThrow());
        }
    }

    void warned(BudgetWarning warning) {
        spending = spending.plusWarning(warning.worker()
                .map(worker -> Spending.name(worker, warning.budget()))
                .orElse(warning.budget().word()));
    }

    void spend(String worker, Usage usage) {
        spending = spending.plus(worker, contract.hasBudgets(worker), usage);
    }

    void watch(UnaryOperator<Circuit> next) {
        circuit = next.apply(circuit);
    }

    void forgetOldChanges() {
        Set<Long> pinned = work.pinnedVersions();
        long oldest = work.oldestShown();
        for (long version : pinned) {
            oldest = Math.min(oldest, version);
        }
        state.forget(oldest, pinned);
    }

    FeedbackEdit feedback() {
        return feedback;
    }

    WorkEdit work() {
        return work;
    }

    void pause(Instant at) {
        phase = Phase.PAUSED;
        pausedAt = Optional.of(at);
    }

    /** The pause takes no time away from anybody. */
    void resume(Instant at) {
        Duration pause = Duration.between(pausedAt.orElse(at), at);
        phase = Phase.OPEN;
        pausedAt = Optional.empty();
        created = created.plus(pause);
        work.postpone(pause);
    }

    void end(Phase how) {
        phase = how;
        pausedAt = Optional.empty();
        work.end();
        state.end();
        circuit = Circuit.EMPTY;
    }

    Board board() {
        return new Board(
                id,
                phase,
                contract.blueprint(),
                state.state(),
                state.hash(),
                state.version(),
                sequence,
                lastHash,
                created,
                time,
                pausedAt,
                work.open().doneSorted(),
                work.waiting().done(),
                work.held().done(),
                work.fruitless().done(),
                state.pinned().done(),
                state.changes(),
                state.recent(),
                feedback.done(),
                spending,
                circuit);
    }
}
