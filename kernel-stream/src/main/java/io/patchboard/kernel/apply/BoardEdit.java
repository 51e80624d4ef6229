package io.patchboard.kernel.apply;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.circuit.Circuit;
import io.patchboard.kernel.patch.Relocation;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Expansions;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.state.Spending;
import io.patchboard.kernel.state.StateChange;
import io.patchboard.kernel.state.WaitingInvocation;
import io.patchboard.kernel.state.Whereabouts;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.BudgetWarning;
import io.patchboard.record.Cause;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import io.patchboard.record.Trigger;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The next board in the making. Lives for one call of {@link Applier#apply}. */
final class BoardEdit {

    /** Rejections that are kept for each worker; more would crowd its view. */
    private static final int FEEDBACK_KEPT = 20;

    /** Characters of a rejection's message that are kept, as many as a view shows; the log has all. */
    private static final int FEEDBACK_CHARS = 240;

    /**
     * How precisely it is remembered what changed under an open invocation. Beyond, all of the state counts as changed,
     * so that an invocation which is left open for long may find its answer stale, but never the board too large.
     */
    private static final int MOST_PLACES = 100;

    private static final int MOST_CHANGES = 500;

    /** Changes that a view puts first when not everything fits; what changed before counts as old. */
    private static final int RECENT_KEPT = 64;

    private final String id;
    private Phase phase;
    private Optional<Blueprint> blueprint;
    private Json state;
    private String stateHash;
    private long version;
    private long sequence;
    private String lastHash;
    private Instant created;
    private Instant time;
    private Optional<Instant> pausedAt;
    private final SortedMap<String, OpenInvocation> open;
    private List<WaitingInvocation> waiting;
    private List<HeldTrigger> held;
    private final Map<String, Long> fruitless;
    private final Map<Long, Json> pinned;
    private List<StateChange> changes;
    private final List<StateChange> recent;
    private final Map<String, List<Rejection>> feedback;
    private Spending spending;
    private Circuit circuit;

    BoardEdit(Board board) {
        id = board.id();
        phase = board.phase();
        blueprint = board.blueprint();
        state = board.state();
        stateHash = board.stateHash();
        version = board.version();
        sequence = board.sequence();
        lastHash = board.lastHash();
        created = board.created();
        time = board.time();
        pausedAt = board.pausedAt();
        open = new TreeMap<>(board.open());
        waiting = new ArrayList<>(board.waiting());
        held = new ArrayList<>(board.held());
        fruitless = new TreeMap<>(board.fruitless());
        pinned = new TreeMap<>(board.pinned());
        changes = new ArrayList<>(board.changes());
        recent = new ArrayList<>(board.recent());
        feedback = new TreeMap<>(board.feedback());
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
        blueprint = Optional.of(rules);
        state = first;
        stateHash = firstHash;
        version = header.version();
        created = header.time();
    }

    /**
     * @param relocation where the change moved values to
     * @param trigger of the answer that it was; absent if unsolicited
     */
    void change(
            Json after,
            String afterHash,
            List<JsonPointer> places,
            Relocation relocation,
            String worker,
            Optional<Trigger> trigger) {
        pinned.put(version, state);
        follow(relocation);
        version++;
        state = after;
        stateHash = afterHash;
        StateChange change = new StateChange(
                version,
                places.size() <= MOST_PLACES ? places : List.of(JsonPointer.ROOT),
                trigger.filter(this::pinned).map(answered -> new StateChange.Author(worker, answered)));
        changes.add(change);
        recent.add(change);
        if (recent.size() > RECENT_KEPT) {
            recent.remove(0);
        }
        if (changes.size() > MOST_CHANGES) {
            changes.remove(0);
            changes.set(0, new StateChange(changes.get(0).version(), List.of(JsonPointer.ROOT)));
        }
    }

    void open(WorkerInvoked invoked) {
        Optional<WaitingInvocation> awaited = waiting.stream()
                .filter(retry -> retry.trigger().equals(invoked.trigger()) && standsInFor(invoked, retry.worker()))
                .findFirst();
        awaited.ifPresent(waiting::remove);
        open.put(
                invoked.invocationId(),
                new OpenInvocation(
                        invoked.invocationId(),
                        invoked.worker(),
                        invoked.attempt(),
                        invoked.deadline(),
                        invoked.baseVersion(),
                        invoked.trigger(),
                        Optional.of(invoked.trigger()),
                        invoked.viewHash(),
                        awaited.filter(retry -> retry.worker().equals(invoked.worker()))
                                .map(WaitingInvocation::expansions)
                                .orElse(Expansions.NONE)));
        release(invoked.releases());
        forgetSecondLooks(invoked);
        spending = spending.plusInvocation(invoked.worker(), hasBudgets(invoked.worker()));
    }

    /** Whether an invocation is the one that a worker waits for, or that of who takes over from it. */
    private boolean standsInFor(WorkerInvoked invoked, String worker) {
        boolean caught =
                invoked.cause().filter(cause -> cause.action().equals("catch")).isPresent();
        Optional<String> next = Optional.of(worker);
        while (caught && next.isPresent() && !next.get().equals(invoked.worker())) {
            next = role(next.get()).flatMap(WorkerRole::catcher);
        }
        return next.filter(invoked.worker()::equals).isPresent();
    }

    private Optional<WorkerRole> role(String worker) {
        return blueprint.flatMap(rules -> rules.worker(worker));
    }

    private boolean hasBudgets(String worker) {
        return role(worker).filter(role -> !role.budgets().list().isEmpty()).isPresent();
    }

    /** Who is asked now sees what another invitation for the same item was to show it. */
    private void forgetSecondLooks(WorkerInvoked invoked) {
        held.removeIf(match -> match.reason() == HeldTrigger.Reason.OPEN
                && match.worker().equals(Optional.of(invoked.worker()))
                && match.trigger().path().equals(invoked.trigger().path())
                && !pinned(match.trigger()));
    }

    private void release(List<Long> sequences) {
        held.removeIf(match -> sequences.contains(match.sequence()));
    }

    /** What waits for the next thing has matched when the first of what it replaces did. */
    void hold(TriggerHeld entry) {
        long matched = held.stream()
                .filter(match -> entry.releases().contains(match.sequence()))
                .mapToLong(HeldTrigger::version)
                .min()
                .orElse(version);
        release(entry.releases());
        waiting.removeIf(next -> entry.worker().equals(Optional.of(next.worker()))
                && next.trigger().equals(entry.trigger()));
        held.add(new HeldTrigger(
                entry.sequence(),
                entry.trigger(),
                entry.worker(),
                HeldTrigger.Reason.of(entry.reason()),
                entry.key(),
                entry.part(),
                entry.due(),
                matched));
    }

    void stop(BranchStopped entry) {
        release(entry.releases());
        boolean toNothing = entry.reason().equals("condition") || entry.reason().equals("unknown-worker");
        if (toNothing
                && rule(entry.trigger())
                        .filter(rule -> rule.on() instanceof Rule.Quiescent)
                        .isPresent()) {
            fruitless.put(entry.trigger().rule(), version);
        }
    }

    /** What is about something that is gone goes with it; an open invocation is only not made again. */
    private void follow(Relocation relocation) {
        if (relocation.isNone()) {
            return;
        }
        open.replaceAll((key, invocation) -> invocation
                .withCurrent(invocation.current().flatMap(trigger -> follow(trigger, relocation)))
                .withExpansions(follow(invocation.expansions(), invocation.trigger(), relocation)));
        waiting = waiting.stream()
                .flatMap(retry -> follow(retry.trigger(), relocation)
                        .map(trigger -> retry.withTrigger(trigger)
                                .withExpansions(follow(retry.expansions(), trigger, relocation)))
                        .stream())
                .collect(Collectors.toCollection(ArrayList::new));
        held = held.stream()
                .flatMap(match -> follow(match.trigger(), relocation).map(match::withTrigger).stream())
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private Optional<Trigger> follow(Trigger trigger, Relocation relocation) {
        boolean staysPut = blueprint.filter(rules -> rules.staysPut(trigger)).isPresent();
        return staysPut ? Optional.of(trigger) : Whereabouts.after(trigger, state, relocation);
    }

    private Expansions follow(Expansions expansions, Trigger trigger, Relocation relocation) {
        return pinned(trigger) ? expansions : expansions.after(relocation);
    }

    private boolean pinned(Trigger trigger) {
        return blueprint.filter(rules -> rules.pins(trigger)).isPresent();
    }

    private Optional<Rule> rule(Trigger trigger) {
        return blueprint.flatMap(rules -> rules.rule(trigger.rule()));
    }

    void close(String invocationId) {
        Optional.ofNullable(open.remove(invocationId))
                .filter(closed -> hasBudgets(closed.worker()))
                .ifPresent(closed -> spending = spending.plusOpen(closed.worker(), openFor(closed)));
    }

    /** Without pauses, by which deadlines move; and not longer than it could be answered. */
    private Duration openFor(OpenInvocation closed) {
        Duration timeout = role(closed.worker()).orElseThrow().policy().timeout();
        Duration left = Duration.between(pausedAt.orElse(time), closed.deadline());
        return left.isNegative() ? timeout : timeout.minus(left);
    }

    void warned(BudgetWarning warning) {
        spending = spending.plusWarning(warning.worker()
                .map(worker -> Spending.name(worker, warning.budget()))
                .orElse(warning.budget()));
    }

    /**
     * An answer that a pause kept out was not a failed attempt, so the next one has the same number, and is made as soon
     * as the board goes on.
     */
    void retry(String invocationId, Stage stage, Instant at) {
        OpenInvocation failed = ended(invocationId);
        boolean keptOut = stage == Stage.ADMISSION;
        failed.current()
                .ifPresent(trigger -> waiting.add(new WaitingInvocation(
                        failed.worker(),
                        keptOut ? failed.attempt() : failed.attempt() + 1,
                        trigger,
                        keptOut ? pausedAt.orElse(at) : at,
                        new Cause("retry", sequence),
                        failed.baseVersion(),
                        failed.expansions())));
    }

    /** The worker asked to see more, and is invoked again at once, unless what it was invoked for is gone. */
    void expand(String invocationId, List<String> handles) {
        OpenInvocation answered = ended(invocationId);
        answered.current()
                .ifPresent(trigger -> waiting.add(new WaitingInvocation(
                        answered.worker(),
                        answered.attempt() + 1,
                        trigger,
                        time,
                        new Cause("expand", sequence),
                        answered.baseVersion(),
                        answered.expansions().plus(handles))));
    }

    private OpenInvocation ended(String invocationId) {
        return Optional.ofNullable(open.get(invocationId))
                .orElseThrow(() -> new CorruptLogException(
                        id, sequence, "It ends the invocation " + invocationId + ", which is not open."));
    }

    /** A worker's attempts are spent: who catches it, if anybody does, takes over, and learns why. */
    void handOver(OpenInvocation failed) {
        Optional<String> catcher = role(failed.worker()).flatMap(WorkerRole::catcher);
        if (catcher.isPresent() && failed.current().isPresent()) {
            waiting.add(new WaitingInvocation(
                    catcher.get(),
                    1,
                    failed.current().get(),
                    time,
                    new Cause("catch", sequence),
                    failed.baseVersion(),
                    Expansions.NONE));
            share(List.of(failed.worker()), catcher.get());
        }
    }

    void remember(String worker, Rejection rejection) {
        if (rejection.stage() == Stage.ADMISSION || rejection.stage() == Stage.DECODE) {
            return;
        }
        List<Rejection> latest = new ArrayList<>();
        latest.add(rejection.withMessageOf(FEEDBACK_CHARS));
        latest.addAll(feedback.getOrDefault(worker, List.of()));
        feedback.put(worker, List.copyOf(latest.subList(0, Math.min(latest.size(), FEEDBACK_KEPT))));
    }

    void spend(String worker, Usage usage) {
        spending = spending.plus(worker, hasBudgets(worker), usage);
    }

    void watch(UnaryOperator<Circuit> next) {
        circuit = next.apply(circuit);
    }

    /** Takes back what the rejection or commit with this sequence led to by itself. */
    void dropWaitingFor(long causeSequence) {
        waiting.removeIf(next -> next.cause().sequence() == causeSequence);
    }

    /** Another worker learns what was wrong with the answers of those whose part it takes. */
    void share(Collection<String> from, String to) {
        List<Rejection> shared = new ArrayList<>();
        from.forEach(worker -> shared.addAll(feedback.getOrDefault(worker, List.of())));
        if (!from.contains(to)) {
            shared.addAll(feedback.getOrDefault(to, List.of()));
        }
        feedback.put(to, List.copyOf(shared.subList(0, Math.min(shared.size(), FEEDBACK_KEPT))));
    }

    /** Changes that every open view already shows can conflict with nobody, and no view shows a state that none is pinned to. */
    void forgetOldChanges() {
        Set<Long> wanted = pinnedVersions();
        pinned.keySet().retainAll(wanted);
        long oldest = open.values().stream()
                .mapToLong(OpenInvocation::baseVersion)
                .min()
                .orElse(Long.MAX_VALUE);
        long oldestPinned = wanted.stream().min(Comparator.naturalOrder()).orElse(Long.MAX_VALUE);
        changes.removeIf(change -> change.version() <= Math.min(oldest, oldestPinned));
    }

    private Set<Long> pinnedVersions() {
        Set<Long> wanted = new HashSet<>();
        if (blueprint.isEmpty() || blueprint.get().rules().stream().noneMatch(Rule::pin)) {
            return wanted;
        }
        open.values().stream()
                .filter(invocation -> pinned(invocation.trigger()))
                .forEach(invocation -> wanted.add(invocation.baseVersion()));
        waiting.stream().filter(retry -> pinned(retry.trigger())).forEach(retry -> wanted.add(retry.baseVersion()));
        held.stream().filter(match -> pinned(match.trigger())).forEach(match -> wanted.add(match.version()));
        return wanted;
    }

    void pause(Instant at) {
        phase = Phase.PAUSED;
        pausedAt = Optional.of(at);
    }

    /** The pause takes no time away from anybody: all that is due later moves by as long as it lasted. */
    void resume(Instant at) {
        Duration pause = Duration.between(pausedAt.orElse(at), at);
        phase = Phase.OPEN;
        pausedAt = Optional.empty();
        created = created.plus(pause);
        open.replaceAll((key, invocation) ->
                invocation.withDeadline(invocation.deadline().plus(pause)));
        waiting.replaceAll(retry -> retry.withNotBefore(retry.notBefore().plus(pause)));
        held.replaceAll(match -> match.withDue(match.due().map(due -> due.plus(pause))));
    }

    void end(Phase how) {
        phase = how;
        pausedAt = Optional.empty();
        open.clear();
        waiting.clear();
        held.clear();
        fruitless.clear();
        pinned.clear();
        changes.clear();
        recent.clear();
        circuit = Circuit.EMPTY;
    }

    Board board() {
        return new Board(
                id,
                phase,
                blueprint,
                state,
                stateHash,
                version,
                sequence,
                lastHash,
                created,
                time,
                pausedAt,
                open,
                List.copyOf(waiting),
                List.copyOf(held),
                fruitless,
                pinned,
                List.copyOf(changes),
                List.copyOf(recent),
                feedback,
                spending,
                circuit);
    }
}
