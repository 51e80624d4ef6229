package io.patchboard.kernel.decide.dispatch;

import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.circuit.Switched;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.rules.Conditions;
import io.patchboard.kernel.rules.Match;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.kernel.state.WaitingInvocation;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.Cause;
import io.patchboard.record.Trigger;
import io.patchboard.record.TriggerHeld.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * From a match to invocations. A match passes these gates in order, and is held (an entry {@code TriggerHeld}) before
 * each that is not open yet: its rule's join, delay, batch, then, for each item, whether the worker is at work on that
 * item already and how many may be at work at once. What was held is looked at again with every decision on its board,
 * and when it is due.
 *
 * <p>Lives for one decision. What it does can halt the board, after which it does nothing more.
 */
public final class Dispatch {

    /** Of a decision's work. */
    private static final double PART_FOR_INVOCATIONS = 0.5;

    private final Invoker invoker;
    private final Holding holding;
    private final Transcript log;
    private final Occupancy occupancy;
    private final KeyedActions actions;
    private final LoopGuards guards;
    private final Batches batches;
    private boolean made;
    private long uncounted;

    public Dispatch(Invoker invoker, Transcript log) {
        this.invoker = invoker;
        this.holding = new Holding(log);
        this.log = log;
        this.occupancy = Occupancy.of(log.board());
        this.actions = new KeyedActions(log, holding);
        this.guards = new LoopGuards(log, holding);
        this.batches = new Batches(holding, log, this::start);
    }

    public Conditions conditions() {
        return Arrival.now(log);
    }

    /** Takes a new match as far as it gets. */
    public void arrive(Match match) {
        Arrival arrival = Arrival.of(match, log.board().version());
        Optional<Rule.Join> join = match.rule().join();
        if (join.isEmpty()) {
            afterJoin(arrival);
        } else if (join.get().needed() > 1) {
            Joins.completed(match, join.get(), holding).ifPresent(this::joined);
        } else if (conditions().holds(match.rule(), match.trigger(), match.removed())) {
            afterJoin(arrival);
        }
    }

    private void joined(Arrival arrival) {
        if (conditions().holds(arrival.rule(), arrival.trigger())) {
            afterJoin(arrival);
        } else {
            holding.drop(arrival, "Expected the rule's condition to hold when its join was complete.");
        }
    }

    private void afterJoin(Arrival arrival) {
        Optional<Duration> delay = pause().map(
                        sinceThen -> sinceThen.plus(arrival.rule().delay().orElse(Duration.ZERO)))
                .or(arrival.rule()::delay);
        if (delay.isPresent()) {
            holding.hold(arrival, Reason.DELAY, Optional.empty(), delay);
        } else {
            afterDelay(arrival);
        }
    }

    /** Back to when a paused board was paused: what is due then is due when the board goes on. */
    private Optional<Duration> pause() {
        return log.board().pausedAt().map(since -> Duration.between(log.time(), since));
    }

    private void afterDelay(Arrival arrival) {
        Optional<Rule.Batch> batch = arrival.rule().batch();
        if (batch.isEmpty()) {
            start(arrival);
            return;
        }
        holding.hold(arrival, Reason.BATCH, Optional.empty(), batch.get().age());
        if (log.isOpen()) {
            List<HeldTrigger> members = holding.of(arrival.rule(), Reason.BATCH);
            batch.get()
                    .size()
                    .filter(size -> members.size() >= size)
                    .ifPresent(size -> batches.start(arrival.rule(), members));
        }
    }

    private void start(Arrival arrival) {
        if (arrival.rule().forEach().isEmpty()) {
            choose(arrival);
            return;
        }
        log.work().isFor(arrival.rule().name());
        List<Arrival> each = arrival.overItems(log);
        if (each.isEmpty()) {
            holding.drop(arrival, "Expected an item that the rule's forEach names, but there is none.");
        }
        each.stream().takeWhile(item -> log.isOpen()).forEach(this::choose);
    }

    private void choose(Arrival arrival) {
        Conditions.Choice choice = arrival.choose(log);
        if (choice.worker().isPresent()) {
            begin(arrival, choice.worker().get());
        } else {
            holding.stop(arrival, BranchStopped.Reason.UNKNOWN_WORKER, choice.problem());
        }
    }

    private void begin(Arrival matched, String chosen) {
        WorkerRole meant = log.board().rules().worker(chosen).orElseThrow();
        Conditions shown = matched.conditions(log);
        actions.keyed(matched, meant, shown).ifPresent(arrival -> begin(arrival, chosen, shown));
    }

    private void begin(Arrival arrival, String chosen, Conditions shown) {
        Optional<Switched> standIn = standIn(arrival.rule(), chosen);
        String worker = standIn.map(Switched::to).orElse(chosen);
        if (actions.isDone(arrival.trigger())) {
            guards.passed(arrival, shown).ifPresent(passed -> actions.repeat(worker, passed));
            return;
        }
        WorkerRole role = log.board().rules().worker(worker).orElseThrow();
        Optional<Reason> blocked = blocks(arrival.rule(), role, arrival.trigger())
                .or(() -> canWait() ? Optional.of(Reason.LIMIT) : Optional.empty());
        if (!log.isOpen()) {
            return;
        }
        if (blocked.isPresent()) {
            holding.holdOnce(arrival, blocked.get(), worker);
        } else if (actions.haveRoom(role, arrival.trigger())) {
            Optional<Cause> cause = standIn.map(last -> new Cause(Cause.Action.SWITCH, last.sequence()));
            guards.passed(arrival, shown)
                    .ifPresent(passed ->
                            make(Call.of(worker, cause, passed.trigger(), 1, passed.releases(), passed.pinned())));
        }
    }

    /** What was done already, and whose result is to be bound once more. */
    public Repeats repeats() {
        return actions.repeats();
    }

    /** Why the worker, or who is invoked for it, is not now. It may end the board that one more is too many for. */
    private Optional<Reason> blocks(Rule rule, WorkerRole role, Trigger trigger) {
        return occupancy
                .blocks(rule, role, trigger)
                .or(() -> occupancy.blocks(rule, log.board().payer(role.name()), trigger))
                .or(() -> invoker.waitsForPerson(role.name(), log) ? Optional.of(Reason.PERSON) : Optional.empty());
    }

    /** Who is invited in the place of whom a rule names, since a detector said so. */
    private Optional<Switched> standIn(Rule rule, String worker) {
        return log.board().circuit().switches().standIn(worker, rule.name());
    }

    /** An invocation that another entry than a match made necessary: it waits like one where there is no place. */
    public void enter(Call call) {
        if (actions.repeats(call)) {
            return;
        }
        WorkerRole role = log.board().rules().worker(call.worker()).orElseThrow();
        Optional<Reason> blocked =
                log.board().rules().rule(call.trigger().rule()).flatMap(rule -> blocks(rule, role, call.trigger()));
        if (log.isOpen()) {
            blocked.ifPresentOrElse(why -> holding.hold(call, why), () -> make(call));
        }
    }

    /**
     * Makes again what is due to be made again. A worker keeps its place for that; who takes over needs one of its own,
     * and of many that a person wants again at once only as many come as have a place.
     */
    public void retry() {
        for (WaitingInvocation waiting : log.board().waiting()) {
            if (!waiting.notBefore().isAfter(log.time()) && log.isOpen() && !canWait()) {
                again(waiting);
            }
        }
    }

    /** What a person has to decide first waits on as it is. */
    private void again(WaitingInvocation waiting) {
        if (invoker.waitsForPerson(waiting.worker(), log) || !log.isOpen()) {
            return;
        }
        Call call = Call.again(waiting, log.board().rules().pins(waiting.trigger()));
        occupancy.remove(waiting.worker(), waiting.trigger());
        enter(call);
    }

    private void make(Call call) {
        made = true;
        uncounted = log.nextSequence();
        invoker.invoke(call, holding, this::enter, log);
        log.invitedFrom(uncounted).forEach(who -> occupancy.add(who.worker(), who.trigger()));
        uncounted = log.nextSequence();
    }

    /**
     * Whether this decision has made so many invocations that more are for a later one. There will be one: those that
     * were made will have an outcome, and what is overdue is due at once.
     */
    private boolean canWait() {
        return made && log.work().isDone(PART_FOR_INVOCATIONS);
    }

    /**
     * Brings on what was held and has nothing more to wait for. Where those that are due at once take too much of this
     * decision, all that follows them comes in the next, which is due at once as well: nothing overtakes them.
     */
    public void release() {
        batches.complete(this::joined);
        Board first = log.board();
        Board seen = first;
        Set<Long> left = holding.sequences();
        for (HeldTrigger held : holding.inOrder()) {
            if (!log.isOpen() || canWait()) {
                return;
            }
            if (seen.sequence() != log.board().sequence()) {
                seen = log.board();
                left = holding.sequences();
            }
            if (!left.contains(held.sequence()) || holding.isUsedUp(held)) {
                continue;
            }
            boolean ripe = held.ripens() && held.isDue(log.time());
            if (ripe && seen.sequence() != first.sequence() && log.work().isDone(PART_FOR_INVOCATIONS)) {
                return;
            }
            if (ripe || !held.ripens() && held.worker().isPresent()) {
                release(held);
            }
        }
    }

    private void release(HeldTrigger held) {
        Rule rule = holding.rule(held);
        switch (held.reason()) {
            case DELAY -> again(Arrival.of(rule, held));
            case BATCH -> batches.start(rule, holding.of(rule, Reason.BATCH));
            case LIMIT, OPEN, PERSON -> unblock(Arrival.of(rule, held), held);
            case JOIN -> {}
        }
    }

    private void again(Arrival arrival) {
        if (arrival.rule().forEach().isPresent() || arrival.stillHolds(log)) {
            afterDelay(arrival);
        } else {
            holding.drop(arrival, "Expected the rule's condition to hold after its delay.");
        }
    }

    /** Who was to be asked for another reason than a match is asked for that, as he would have been at once. */
    private void unblock(Arrival arrival, HeldTrigger held) {
        String worker = held.worker().orElseThrow();
        Optional<Switched> other = held.cause().isPresent() ? Optional.empty() : standIn(arrival.rule(), worker);
        String now = other.map(Switched::to).orElse(worker);
        WorkerRole role = log.board().rules().worker(now).orElseThrow();
        if (blocks(arrival.rule(), role, arrival.trigger()).isPresent() || !log.isOpen()) {
            return;
        }
        if (!actions.isDone(arrival.trigger()) && !arrival.holdsAsShown(log)) {
            holding.drop(arrival, "Expected the rule's condition to hold when its turn came.");
        } else if (held.cause().isPresent()) {
            enter(Call.of(
                    worker, held.cause(), arrival.trigger(), held.attempt(), arrival.releases(), arrival.pinned()));
        } else {
            begin(arrival, worker);
        }
    }

    /** Batches that nobody will fill up any more go as they are. */
    public void flushBatches() {
        batches.flush();
    }
}
