package io.patchboard.kernel.apply;

import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.circuit.Circuit;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.state.Spending;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The next board in the making. Lives for one call of {@link Applier#apply}. What an entry does not change is taken
 * over as it is, so that an entry costs what it changes.
 */
final class BoardEdit {

    private final Board before;
    private final LogHeader header;
    private final StateEdit state;
    private final WorkEdit work;
    private final FeedbackEdit feedback;
    private Contract contract;
    private Phase phase;
    private Instant created;
    private Optional<Instant> pausedAt;
    private Spending spending;
    private Circuit circuit;

    BoardEdit(Board board, LogHeader header) {
        before = board;
        this.header = header;
        state = new StateEdit(board);
        work = new WorkEdit(board);
        feedback = new FeedbackEdit(board.feedback());
        contract = new Contract(board.blueprint());
        phase = board.phase();
        created = board.created();
        pausedAt = board.pausedAt();
        spending = board.spending();
        circuit = board.circuit();
    }

    /** The board that the entry is applied to. */
    Board before() {
        return before;
    }

    /** Where the entry stands that is applied. */
    LogHeader header() {
        return header;
    }

    Contract contract() {
        return contract;
    }

    StateEdit state() {
        return state;
    }

    WorkEdit work() {
        return work;
    }

    FeedbackEdit feedback() {
        return feedback;
    }

    CorruptLogException corrupt(String message) {
        return new CorruptLogException(before.id(), header.sequence(), message);
    }

    void begin(Blueprint rules, Json first, String firstHash) {
        phase = Phase.OPEN;
        contract = new Contract(Optional.of(rules));
        state.begin(first, firstHash, header.version());
        created = header.time();
    }

    /**
     * The invocation that the entry ends.
     *
     * @throws CorruptLogException if it is not open
     */
    OpenInvocation ended(String invocationId) {
        return work.find(invocationId)
                .orElseThrow(() -> corrupt("Expected to end an open invocation, but " + invocationId + " is none"));
    }

    void close(String invocationId) {
        work.close(invocationId)
                .filter(closed -> contract.hasBudgets(closed.worker()))
                .ifPresent(closed -> spending = spending.plusOpen(closed.worker(), openFor(closed)));
    }

    /** Without pauses, by which deadlines move; and not longer than it could be answered. */
    private Duration openFor(OpenInvocation closed) {
        Duration timeout = contract.role(closed.worker()).orElseThrow().policy().timeout();
        Duration left = Duration.between(pausedAt.orElse(header.time()), closed.deadline());
        return left.isNegative() ? timeout : timeout.minus(left);
    }

    void spend(String worker, Usage usage) {
        spending = spending.plus(worker, contract.hasBudgets(worker), usage);
    }

    void spend(UnaryOperator<Spending> next) {
        spending = next.apply(spending);
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

    void pause() {
        phase = Phase.PAUSED;
        pausedAt = Optional.of(header.time());
    }

    /** The pause takes no time away from anybody. */
    void resume() {
        Duration pause = Duration.between(pausedAt.orElse(header.time()), header.time());
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
                before.id(),
                phase,
                contract.blueprint(),
                state.state(),
                state.hash(),
                state.version(),
                header.sequence(),
                header.hash(),
                created,
                header.time(),
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
