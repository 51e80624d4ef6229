package io.patchboard.kernel.apply;

import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.BoardLog;
import io.patchboard.kernel.state.HeldPatch;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Trigger;
import io.patchboard.record.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The next board in the making, part by part. Lives for one call of {@link Applier#apply}. What an entry does not
 * change is taken over as it is, so that an entry costs what it changes.
 */
final class BoardEdit {

    private final Board before;
    private final LogHeader header;
    private final Contract contract;
    private final StateEdit state;
    private final WorkEdit work;
    private final MemoryEdit memory;

    BoardEdit(Board board, LogHeader header) {
        before = board;
        this.header = header;
        contract = new Contract(board.blueprint());
        state = new StateEdit(board.present());
        work = new WorkEdit(board.work(), contract);
        memory = new MemoryEdit(board.memory());
    }

    /** The board that the entry is applied to. */
    Board before() {
        return before;
    }

    /** Where the entry stands that is applied. */
    LogHeader header() {
        return header;
    }

    /** What the board's blueprint says before the entry. */
    Contract contract() {
        return contract;
    }

    StateEdit state() {
        return state;
    }

    WorkEdit work() {
        return work;
    }

    MemoryEdit memory() {
        return memory;
    }

    CorruptLogException corrupt(String message) {
        return new CorruptLogException(before.id(), header.sequence(), message);
    }

    /**
     * The invocation that the entry ends, or whose held answer it is about.
     *
     * @throws CorruptLogException if it has had its outcome
     */
    OpenInvocation ended(String invocationId) {
        return work.find(invocationId)
                .orElseThrow(() -> corrupt("Expected to end an open invocation, but " + invocationId + " is none"));
    }

    /** When what is due at once is due: on a paused board as soon as it goes on, since all moves by the pause. */
    Instant dueNow() {
        return before.pausedAt().orElse(header.time());
    }

    /**
     * A patch that a gate held waits no more.
     *
     * @throws CorruptLogException if it did not wait
     */
    HeldPatch release(long held) {
        return work.people()
                .release(held)
                .orElseThrow(() -> corrupt("Expected a patch that a gate holds, but #" + held + " is none"));
    }

    void close(String invocationId) {
        work.close(invocationId)
                .filter(closed -> contract.hasBudgets(closed.worker()))
                .ifPresent(closed -> memory.spend(spending -> spending.plusOpen(closed.worker(), openFor(closed))));
    }

    /** As if it had never been made. */
    void closeUncharged(OpenInvocation invocation) {
        work.close(invocation.id());
        boolean hasBudgets = contract.hasBudgets(invocation.worker());
        memory.spend(spending -> spending.minusInvocation(invocation.worker(), hasBudgets));
    }

    /** Without pauses, by which deadlines move; and not longer than it could be answered, when it was made. */
    private Duration openFor(OpenInvocation closed) {
        Duration timeout = closed.given()
                .flatMap(then -> then.worker(closed.worker()))
                .or(() -> contract.role(closed.worker()))
                .orElseThrow()
                .policy()
                .timeout();
        Duration left = Duration.between(before.pausedAt().orElse(header.time()), closed.deadline());
        return left.isNegative() ? timeout : timeout.minus(left);
    }

    /** A rule that has loop guards was let through; whatever else comes of the same match counts with it. */
    void count(Trigger trigger) {
        List<String> loops = trigger.iteration()
                .flatMap(any -> contract.rule(trigger))
                .map(Rule::loops)
                .orElse(List.of());
        boolean counted = loops.isEmpty()
                || trigger.iteration().get() <= before.memory().loops().count(loops.getFirst());
        if (!counted) {
            loops.forEach(loop -> memory.loop(known -> known.plus(loop, header.time())));
        }
    }

    /** A pause ends. It takes no time away from anybody. */
    void resume() {
        Duration pause = state.resume(header.time());
        work.postpone(pause);
        memory.loop(loops -> loops.postponed(pause));
    }

    /** What the board costs before anybody works. */
    void charge(Usage usage) {
        memory.spend(spending -> spending.plus("", false, usage));
    }

    /** What a worker's answer cost. */
    void charge(String worker, Usage usage) {
        memory.spend(spending -> spending.plus(worker, contract.hasBudgets(worker), usage));
    }

    void forgetOldChanges() {
        Set<Long> pinned = work.pinnedVersions();
        pinned.addAll(state.affordable(work.givenUp().versions()));
        long oldest = work.oldestShown();
        for (long version : pinned) {
            oldest = Math.min(oldest, version);
        }
        state.forget(oldest, pinned);
    }

    /** The board is about to end: nothing is left to be done but to undo what was. */
    void compensate(CompensationStarted entry) {
        end(Phase.COMPENSATING);
        memory.compensate(all -> all.begun(header.sequence(), entry));
    }

    /** The board ends: nothing is left to be done, unless it is reopened. */
    void end(Phase how) {
        work.end(how == Phase.COMPLETED);
        state.end(how, mayBeReopened(how) ? state.affordable(shownAgain()) : Set.of());
        memory.end();
    }

    /** Versions that pinned views would show again of what waits and what was given up; the latest is last. */
    private List<Long> shownAgain() {
        return Stream.concat(work.pinnedVersions().stream(), work.givenUp().versions().stream())
                .distinct()
                .toList();
    }

    private boolean mayBeReopened(Phase how) {
        return (how == Phase.HALTED || how == Phase.CANCELLED)
                && before.rules().reopens()
                && before.memory().compensations().started().isEmpty();
    }

    Board board() {
        return new Board(BoardLog.after(header), state.done(), work.done(), memory.done());
    }
}
