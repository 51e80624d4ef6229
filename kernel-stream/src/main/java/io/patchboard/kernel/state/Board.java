package io.patchboard.kernel.state;

import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Budget;
import io.patchboard.kernel.blueprint.Budgets;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.circuit.Circuit;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BudgetKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Predicate;

/**
 * A board after some entry of its log. Each of its parts knows its own JSON, its size and its edits.
 *
 * @param log how far its log is
 * @param present what it is
 * @param work what is still to be done
 * @param memory what it remembers of what was tried
 */
public record Board(BoardLog log, BoardState present, BoardWork work, BoardMemory memory) {

    /** A board that nobody has created, with an empty log. */
    public static Board absent(String id) {
        return new Board(BoardLog.empty(id), BoardState.ABSENT, BoardWork.NONE, BoardMemory.EMPTY);
    }

    public String id() {
        return log.id();
    }

    /** Of the last log entry; 0 before the first. */
    public long sequence() {
        return log.sequence();
    }

    /** Of the last log entry. */
    public Instant time() {
        return log.time();
    }

    /** Of the last log entry. */
    public String lastHash() {
        return log.lastHash();
    }

    public Phase phase() {
        return present.phase();
    }

    public Optional<Blueprint> blueprint() {
        return present.blueprint();
    }

    public Json state() {
        return present.value();
    }

    public String stateHash() {
        return present.hash();
    }

    public long version() {
        return present.version();
    }

    public Instant created() {
        return present.created();
    }

    public Optional<Instant> pausedAt() {
        return present.pausedAt();
    }

    public SortedMap<String, OpenInvocation> open() {
        return work.open();
    }

    public List<WaitingInvocation> waiting() {
        return work.waiting();
    }

    public List<HeldTrigger> held() {
        return work.held();
    }

    public Spending spending() {
        return memory.spending();
    }

    public Circuit circuit() {
        return memory.circuit();
    }

    /** The same board under another blueprint. */
    public Board ruledBy(Blueprint other) {
        return new Board(log, present.ruledBy(other), work, memory);
    }

    /** The blueprint of a board that exists. */
    public Blueprint rules() {
        return blueprint()
                .orElseThrow(() -> new IllegalStateException("Board " + id() + " has no blueprint: " + phase()));
    }

    /**
     * Whether no worker owes an answer, none is about to be asked, nobody has to decide anything, and time alone will
     * not change that.
     */
    public boolean idle() {
        return work.idle();
    }

    /** Whether nothing more happens by itself until a person has decided something. */
    public boolean waitsForPersonAlone() {
        return waitsForPersonAlone(open -> false);
    }

    /**
     * As {@link #waitsForPersonAlone()}, where what is to answer an invocation may wait for a person, too.
     *
     * @param waits whether nothing comes of an invocation until a person has decided something elsewhere
     */
    public boolean waitsForPersonAlone(Predicate<OpenInvocation> waits) {
        return phase() == Phase.OPEN
                && !(work.incidents().isEmpty() && open().isEmpty())
                && open().values().stream().allMatch(waits)
                && waiting().stream().allMatch(next -> waitsForPerson(next.worker()))
                && held().stream().noneMatch(HeldTrigger::ripens);
    }

    /** Whether what a worker is asked waits for a person's answer: no gateway has to serve such a role. */
    public boolean isPerson(String worker) {
        return rules().worker(worker)
                .filter(role -> role.kind() == WorkerRole.Kind.PERSON)
                .isPresent();
    }

    /** The state at a version that is now or pinned. */
    public Json stateAt(long wanted) {
        return keptState(wanted).orElse(state());
    }

    /** The state at a version; absent if it is neither the present one nor pinned. */
    public Optional<Json> keptState(long wanted) {
        return wanted == version()
                ? Optional.of(state())
                : Optional.ofNullable(present.pinned().get(wanted));
    }

    /** The earliest moment at which something is due without anybody sending anything; absent if never. */
    public Optional<Instant> nextDue() {
        boolean compensating = phase() == Phase.COMPENSATING;
        if (compensating && open().isEmpty() && waiting().isEmpty()) {
            return Optional.of(time());
        }
        if (phase() != Phase.OPEN && !compensating) {
            return Optional.empty();
        }
        Optional<Instant> due = compensating ? Optional.empty() : warns().or(this::expiresUntold);
        for (OpenInvocation invocation : open().values()) {
            due = earlier(due, invocation.deadline());
        }
        for (WaitingInvocation retry : waiting()) {
            if (!waitsForPerson(retry.worker())) {
                due = earlier(due, retry.notBefore());
            }
        }
        for (HeldTrigger match : held()) {
            if (!compensating && match.due().isPresent()) {
                due = earlier(due, match.due().get());
            }
        }
        for (Incident incident : work.incidents()) {
            if (incident.due().isPresent()) {
                due = earlier(due, incident.due().get());
            }
        }
        return due;
    }

    /** Whether a person has to decide something before the worker is invoked again. */
    private boolean waitsForPerson(String worker) {
        return !work.incidents().isEmpty() && work.suspends(payer(worker).name());
    }

    /**
     * The budgets that bind now: the blueprint's, no more than what the board's parent had left, or what they were
     * raised to, where that is more.
     *
     * @param worker whose own are asked for; absent for the board's
     */
    public List<Budget> budgets(Optional<String> worker) {
        List<Budget> declared = worker.flatMap(rules()::worker)
                .map(WorkerRole::budgets)
                .map(Budgets::list)
                .orElseGet(() -> Budgets.within(rules().budgets().list(), present.parent()));
        return spending().raised().isEmpty()
                ? declared
                : declared.stream()
                        .map(budget -> Optional.ofNullable(spending().raised().get(name(worker, budget)))
                                .map(most -> new Budget(budget.kind(), most.max(budget.most())))
                                .orElse(budget))
                        .toList();
    }

    /** The first budget of a worker's own that nothing is left of. */
    public Optional<Budget> usedUp(WorkerRole role) {
        for (Budget budget : budgets(Optional.of(role.name()))) {
            if (budget.usedUp(spending().of(role.name()).of(budget))) {
                return Optional.of(budget);
            }
        }
        return Optional.empty();
    }

    /** Who is invoked for a worker: itself, or who catches it where its own budget is used up. */
    public WorkerRole payer(String worker) {
        WorkerRole role = rules().worker(worker).orElseThrow();
        while (role.catcher().isPresent() && usedUp(role).isPresent()) {
            role = rules().worker(role.catcher().get()).orElseThrow();
        }
        return role;
    }

    private static String name(Optional<String> worker, Budget budget) {
        return worker.map(of -> Spending.name(of, budget.kind()))
                .orElse(budget.kind().word());
    }

    /** One of the board's own. */
    public Optional<Budget> budget(BudgetKind kind) {
        for (Budget budget : budgets(Optional.empty())) {
            if (budget.kind() == kind) {
                return Optional.of(budget);
            }
        }
        return Optional.empty();
    }

    private Optional<Duration> duration() {
        return blueprint().flatMap(rules -> budget(BudgetKind.DURATION)).map(budget -> Budgets.duration(budget.most()));
    }

    /** When the board's time budget is used up; absent if it has none. */
    public Optional<Instant> expires() {
        return duration().map(created()::plus);
    }

    /** The same, but absent where a person has been told already, and where the board is about to end anyway. */
    public Optional<Instant> expiresUntold() {
        return expires()
                .filter(end -> phase() != Phase.COMPENSATING
                        && !work.waitsFor(BoardHalted.Reason.BUDGET_EXHAUSTED, BudgetKind.DURATION.word()));
    }

    /** When a warning is due because of the time budget; absent if it has none or the warning was written. */
    private Optional<Instant> warns() {
        return duration()
                .filter(most -> !spending().warned().contains(BudgetKind.DURATION.word())
                        && !work.waitsFor(BoardHalted.Reason.BUDGET_EXHAUSTED, BudgetKind.DURATION.word()))
                .map(most -> created().plus(most.multipliedBy(4).dividedBy(5)));
    }

    private static Optional<Instant> earlier(Optional<Instant> known, Instant other) {
        return known.isPresent() && known.get().isBefore(other) ? known : Optional.of(other);
    }
}
