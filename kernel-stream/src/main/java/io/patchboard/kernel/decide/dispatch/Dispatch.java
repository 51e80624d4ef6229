package io.patchboard.kernel.decide.dispatch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.rules.Conditions;
import io.patchboard.kernel.rules.Match;
import io.patchboard.kernel.rules.RuleMatcher;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.state.WaitingInvocation;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.Cause;
import io.patchboard.record.Trigger;
import io.patchboard.record.TriggerHeld.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * From a match to invocations. A match passes these gates in order, and is held (an entry {@code TriggerHeld}) before
 * each that is not open yet: its rule's join, delay, batch, then, for each item, whether the worker is at work on that
 * item already and how many may be at work at once. What was held is looked at again with every decision on its board,
 * and when it is due.
 *
 * <p>Lives for one decision. Every method that makes invocations returns false once the board had to be halted instead.
 */
public final class Dispatch {

    /** Of a decision's work. */
    private static final double PART_FOR_INVOCATIONS = 0.5;

    private final Invoker invoker;
    private final Holding holding;
    private final Transcript log;
    private final Occupancy occupancy;
    private boolean made;

    public Dispatch(Invoker invoker, Transcript log) {
        this.invoker = invoker;
        this.holding = new Holding(log);
        this.log = log;
        this.occupancy = Occupancy.of(log.board());
    }

    public Conditions conditions() {
        return conditions(log.board().version());
    }

    private Conditions conditions(long version) {
        return new Conditions(log.board().stateAt(version), version, log.conditions());
    }

    /** Takes a new match as far as it gets. */
    public boolean arrive(Match match) {
        Arrival arrival = new Arrival(
                match.rule(), match.trigger(), List.of(), log.board().version());
        if (match.join().isEmpty()) {
            return afterJoin(arrival);
        }
        Rule.Join join = (Rule.Join) match.rule().on();
        Match.Part part = match.join().get();
        if (join.needed() == 1) {
            return !conditions().holds(match.rule(), match.trigger()) || afterJoin(arrival);
        }
        if (!holding.holdPart(match, part, join.within())) {
            return log.board().phase() == Phase.OPEN;
        }
        List<HeldTrigger> complete = Joins.complete(holding.of(match.rule(), Reason.JOIN), join, part.key());
        return complete.isEmpty() || joined(Arrival.of(match.rule(), complete));
    }

    private boolean joined(Arrival arrival) {
        return conditions().holds(arrival.rule(), arrival.trigger())
                ? afterJoin(arrival)
                : holding.drop(arrival, "Expected the rule's condition to hold when its join was complete.");
    }

    private boolean afterJoin(Arrival arrival) {
        return arrival.rule().delay().isPresent()
                ? holding.hold(
                        arrival, Reason.DELAY, Optional.empty(), arrival.rule().delay())
                : afterDelay(arrival);
    }

    private boolean afterDelay(Arrival arrival) {
        Optional<Rule.Batch> batch = arrival.rule().batch();
        if (batch.isEmpty()) {
            return start(arrival);
        }
        if (!holding.hold(arrival, Reason.BATCH, Optional.empty(), batch.get().age())) {
            return false;
        }
        List<HeldTrigger> members = holding.of(arrival.rule(), Reason.BATCH);
        return batch.get().size().filter(size -> members.size() >= size).isEmpty()
                || startBatch(arrival.rule(), members);
    }

    private boolean startBatch(Rule rule, List<HeldTrigger> members) {
        int most = rule.batch().flatMap(Rule.Batch::size).orElse(members.size());
        List<HeldTrigger> taken = members.subList(0, Math.min(most, members.size()));
        List<HeldTrigger> valid = taken.stream()
                .filter(member -> rule.forEach().isPresent() || stillHolds(Arrival.of(rule, member), conditions()))
                .toList();
        List<HeldTrigger> rest = new ArrayList<>(taken);
        rest.removeAll(valid);
        return holding.dropAll(rule, rest) && (valid.isEmpty() || start(Arrival.of(rule, valid)));
    }

    /** Spreads a match over the places of {@code forEach}. */
    private boolean start(Arrival arrival) {
        if (arrival.rule().forEach().isEmpty()) {
            return choose(arrival);
        }
        long version = shown(arrival);
        Json state = log.board().stateAt(version);
        Conditions conditions = conditions(version);
        List<Arrival> each = new ArrayList<>();
        List<String> origin = arrival.trigger().paths().isEmpty()
                ? arrival.trigger().path().stream().toList()
                : arrival.trigger().paths();
        log.work().isFor(arrival.rule().name());
        for (JsonPointer place : arrival.rule().forEach().get().expand(state, RuleMatcher.visits(log.work()))) {
            Arrival item = arrival.withTrigger(new Trigger(
                    arrival.rule().name(), arrival.trigger().sequence(), Optional.of(place.toString()), origin));
            if (conditions.holds(arrival.rule(), item.trigger())) {
                each.add(each.isEmpty() ? item : item.withoutReleases());
            }
        }
        if (each.isEmpty()) {
            return holding.drop(arrival, "Expected an item that the rule's forEach names, but there is none.");
        }
        for (Arrival item : each) {
            if (!choose(item)) {
                return false;
            }
        }
        return true;
    }

    /** The version of the state that the views of a match are of. */
    private long shown(Arrival arrival) {
        return arrival.rule().pin() ? arrival.version() : log.board().version();
    }

    private boolean choose(Arrival arrival) {
        Conditions.Choice choice = conditions().choose(arrival.rule().invoke(), arrival.trigger());
        return choice.worker().isPresent()
                ? begin(arrival, choice.worker().get())
                : holding.stop(arrival, BranchStopped.Reason.UNKNOWN_WORKER, choice.problem());
    }

    private boolean begin(Arrival arrival, String worker) {
        WorkerRole role = log.board().rules().worker(worker).orElseThrow();
        Optional<Reason> blocked = occupancy
                .blocks(arrival.rule(), role, arrival.trigger())
                .or(() -> canWait() ? Optional.of(Reason.LIMIT) : Optional.empty());
        if (blocked.isPresent()) {
            return holding.holdOnce(arrival, blocked.get(), worker);
        }
        Optional<Long> pinned = arrival.rule().pin() ? Optional.of(arrival.version()) : Optional.empty();
        return make(Call.first(worker, arrival.trigger(), arrival.releases(), pinned));
    }

    /**
     * An invocation that another entry than a match made necessary: it waits like one where its worker has no place.
     */
    public boolean enter(Call call) {
        WorkerRole role = log.board().rules().worker(call.worker()).orElseThrow();
        Optional<Reason> blocked = log.board()
                .rules()
                .rule(call.trigger().rule())
                .flatMap(rule -> occupancy.blocks(rule, role, call.trigger()));
        if (blocked.isPresent()) {
            return holding.hold(call, blocked.get());
        }
        return make(call);
    }

    /**
     * Makes again what is due to be made again. A worker keeps its place for that; who takes over needs one of its own.
     */
    public boolean retry() {
        for (WaitingInvocation waiting : log.board().waiting()) {
            if (waiting.notBefore().isAfter(log.time())) {
                continue;
            }
            if (canWait()) {
                return true;
            }
            Call call = Call.again(waiting, log.board().rules().pins(waiting.trigger()));
            occupancy.remove(waiting.worker(), waiting.trigger());
            boolean goesOn = waiting.cause().action() == Cause.Action.CATCH ? enter(call) : make(call);
            if (!goesOn) {
                return false;
            }
        }
        return true;
    }

    private boolean make(Call call) {
        occupancy.add(call.worker(), call.trigger());
        made = true;
        return invoker.invoke(call, log);
    }

    /**
     * Whether this decision has made so many invocations that more are for a later one. There will be one: those that
     * were made will have an outcome, and what is overdue is due at once.
     */
    private boolean canWait() {
        return made && log.work().isDone(PART_FOR_INVOCATIONS);
    }

    /** Drops the parts of joins whose time is over, before anything new could join them. */
    public void expireJoins() {
        for (HeldTrigger held : log.board().held()) {
            if (held.reason() == Reason.JOIN && isDue(held)) {
                holding.expire(rule(held), held);
            }
        }
    }

    private boolean isDue(HeldTrigger held) {
        return held.due().filter(time -> !time.isAfter(log.time())).isPresent();
    }

    private Rule rule(HeldTrigger held) {
        return log.board().rules().rule(held.trigger().rule()).orElseThrow();
    }

    /** Brings on what was held and has nothing more to wait for. */
    public boolean release() {
        Board seen = log.board();
        if (seen.held().isEmpty()) {
            return true;
        }
        Set<Long> left = sequences(seen);
        for (HeldTrigger held : holding.inOrder()) {
            if (canWait()) {
                return true;
            }
            if (seen.sequence() != log.board().sequence()) {
                seen = log.board();
                left = sequences(seen);
            }
            if (left.contains(held.sequence()) && !release(held)) {
                return false;
            }
        }
        return true;
    }

    private static Set<Long> sequences(Board board) {
        return board.held().stream().map(HeldTrigger::sequence).collect(Collectors.toSet());
    }

    private boolean release(HeldTrigger held) {
        Rule rule = rule(held);
        boolean due = isDue(held);
        return switch (held.reason()) {
            case JOIN -> !due || holding.expire(rule, held);
            case DELAY -> !due || again(Arrival.of(rule, held));
            case BATCH -> !due || startBatch(rule, holding.of(rule, Reason.BATCH));
            case LIMIT, OPEN -> unblock(Arrival.of(rule, held), held.worker().orElseThrow());
        };
    }

    private boolean again(Arrival arrival) {
        return arrival.rule().forEach().isPresent() || stillHolds(arrival, conditions())
                ? afterDelay(arrival)
                : holding.drop(arrival, "Expected the rule's condition to hold after its delay.");
    }

    /** A value that was removed can be shown to its condition only when it goes. */
    private static boolean stillHolds(Arrival arrival, Conditions conditions) {
        return arrival.rule().onlyRemovals() || conditions.holds(arrival.rule(), arrival.trigger());
    }

    private boolean unblock(Arrival arrival, String worker) {
        WorkerRole role = log.board().rules().worker(worker).orElseThrow();
        if (occupancy.blocks(arrival.rule(), role, arrival.trigger()).isPresent()) {
            return true;
        }
        long version = shown(arrival);
        return stillHolds(arrival, conditions(version))
                ? begin(arrival, worker)
                : holding.drop(arrival, "Expected the rule's condition to hold when its turn came.");
    }

    /** Batches that nobody will fill up any more go as they are. */
    public boolean flushBatches() {
        for (Rule rule : log.board().rules().rules()) {
            List<HeldTrigger> members = holding.of(rule, Reason.BATCH);
            if (!members.isEmpty() && !startBatch(rule, members)) {
                return false;
            }
        }
        return true;
    }
}
