package io.patchboard.kernel.apply;

import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.circuit.Switches;
import io.patchboard.kernel.patch.Relocation;
import io.patchboard.kernel.state.Abandoned;
import io.patchboard.kernel.state.BoardWork;
import io.patchboard.kernel.state.Expansions;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.kernel.state.Incident;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Setbacks;
import io.patchboard.kernel.state.WaitingInvocation;
import io.patchboard.record.BoardReopened;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.Decided;
import io.patchboard.record.LogHeader;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.Trigger;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Who is at work, who will be asked again and what else waits to be done, in the making. */
final class WorkEdit {

    private final Contract contract;
    private final EditedMap<String, OpenInvocation> open;
    private final EditedList<WaitingInvocation> waiting;
    private final EditedList<HeldTrigger> held;
    private final EditedMap<String, Long> fruitless;
    private final GivenUp abandoned;
    private final PersonEdit people;

    WorkEdit(BoardWork before, Contract contract) {
        this.contract = contract;
        open = new EditedMap<>(before.open());
        waiting = new EditedList<>(before.waiting());
        held = new EditedList<>(before.held());
        fruitless = new EditedMap<>(before.fruitless());
        abandoned = new GivenUp(before.abandoned(), contract);
        people = new PersonEdit(before.incidents(), before.gated());
    }

    void open(WorkerInvoked invoked, Switches switches) {
        boolean takesOver = Contract.takesOver(invoked);
        Optional<WaitingInvocation> own = useUp(invoked.worker(), invoked.trigger(), takesOver, switches)
                .filter(retry -> retry.worker().equals(invoked.worker()));
        open.put(
                invoked.invocationId(),
                OpenInvocation.of(
                        invoked,
                        own.map(WaitingInvocation::expansions).orElse(Expansions.NONE),
                        own.map(WaitingInvocation::setbacks).orElse(Setbacks.NONE)));
        release(invoked.releases());
        held.removeIf(SecondLook.held(invoked, contract));
        abandoned.asked(invoked);
    }

    /**
     * What an entry does for a worker is what that worker waited for, or whom it does it for.
     *
     * @param takesOver whether it may be in another's place
     */
    private Optional<WaitingInvocation> useUp(String worker, Trigger trigger, boolean takesOver, Switches switches) {
        Optional<WaitingInvocation> used = waitingFor(trigger, worker::equals)
                .or(() -> takesOver
                        ? waitingFor(trigger, asked -> contract.leadsTo(worker, asked, trigger.rule(), switches))
                        : Optional.empty());
        used.ifPresent(retry -> waiting.removeFirst(retry::equals));
        return used;
    }

    private Optional<WaitingInvocation> waitingFor(Trigger trigger, Predicate<String> worker) {
        return waiting.items().stream()
                .filter(retry -> retry.trigger().sequence() == trigger.sequence()) // most are told apart by it
                .filter(retry -> retry.trigger().equals(trigger) && worker.test(retry.worker()))
                .findFirst();
    }

    /** What it was wanted for was done already. */
    void repeat(String worker, Trigger trigger, List<Long> releases, Switches switches) {
        useUp(worker, trigger, true, switches);
        release(releases);
        abandoned.settled(worker, trigger);
    }

    PersonEdit people() {
        return people;
    }

    /** One without an outcome: it is open, or a gate holds its answer. */
    Optional<OpenInvocation> find(String invocationId) {
        return open.get(invocationId).or(() -> people.answered(invocationId));
    }

    Optional<OpenInvocation> close(String invocationId) {
        return open.remove(invocationId);
    }

    void await(WaitingInvocation next) {
        waiting.add(next);
    }

    /** What nobody follows any further. */
    GivenUp givenUp() {
        return abandoned;
    }

    /**
     * Takes back what the rejection or commit with this sequence led to by itself.
     *
     * @param handedOver whether somebody else does it instead
     */
    void dropWaitingFor(long causeSequence, boolean handedOver) {
        List.copyOf(waiting.items()).stream()
                .filter(next -> !handedOver && next.cause().sequence() == causeSequence)
                .forEach(next -> abandoned.add(next.worker(), next.trigger(), next.baseVersion()));
        waiting.removeIf(next -> next.cause().sequence() == causeSequence);
    }

    /** What waits for the next thing has matched when the first of what it replaces did, or now, at this version. */
    void hold(long sequence, TriggerHeld entry, long version, Switches switches) {
        Predicate<HeldTrigger> replaced = ShownVersions.replacedBy(entry, contract);
        long matched = ShownVersions.matched(held.items(), replaced, version);
        held.removeIf(replaced);
        Optional<Long> again = entry.worker()
                .flatMap(worker -> useUp(worker, entry.trigger(), true, switches))
                .flatMap(retry -> ShownVersions.again(retry, contract));
        held.add(HeldTrigger.of(sequence, entry, again.orElse(matched)));
    }

    private void release(List<Long> sequences) {
        if (!sequences.isEmpty()) {
            held.removeIf(match -> sequences.contains(match.sequence()));
        }
    }

    /** @param version of the state now */
    void stop(BranchStopped entry, long version, Switches switches) {
        long matched =
                ShownVersions.matched(held.items(), match -> entry.releases().contains(match.sequence()), version);
        release(entry.releases());
        if (entry.reason().isKept()) {
            String worker = entry.worker().orElseThrow();
            Optional<Long> again = useUp(worker, entry.trigger(), true, switches)
                    .flatMap(retry -> ShownVersions.again(retry, contract));
            abandoned.add(worker, entry.trigger(), again.orElse(matched));
        }
        if (entry.reason().isFruitless()
                && contract.rule(entry.trigger())
                        .filter(rule -> rule.on() instanceof Rule.Quiescent)
                        .isPresent()) {
            fruitless.put(entry.trigger().rule(), version);
        }
    }

    /**
     * What is about something that is gone goes with it; an open invocation is only not made again.
     *
     * @param before the state that is left
     */
    void follow(Json before, Relocation relocation) {
        if (relocation.isNone()) {
            return;
        }
        Moves moves = new Moves(contract, before, relocation);
        open.replaceAll(moves::of);
        waiting.replaceAll(retry -> moves.of(retry.trigger())
                .map(trigger -> retry.withTrigger(trigger).withExpansions(moves.of(retry.expansions(), trigger))));
        held.replaceAll(match -> moves.of(match.trigger()).map(match::withTrigger));
        abandoned.follow(moves);
        people.follow(moves::of);
        people.replaceAnswered(moves::of);
    }

    /** Versions that pinned views show, or will. */
    Set<Long> pinnedVersions() {
        return ShownVersions.pinned(contract, people.withAnswered(open), waiting.items(), held.items());
    }

    long oldestShown() {
        return ShownVersions.oldest(people.withAnswered(open));
    }

    /** All that is due later moves by as long as a pause lasted. */
    void postpone(Duration pause) {
        open.replaceAll(invocation -> invocation.postponed(pause));
        waiting.replaceAll(retry -> Optional.of(retry.postponed(pause)));
        held.replaceAll(match -> Optional.of(match.withDue(match.due().map(due -> due.plus(pause)))));
        people.postpone(pause);
    }

    /**
     * What was given up is invited again, handed over, or forgotten; what its worker waits for has new patience.
     *
     * @param givenUp what the incident is about
     * @param from when they may be invited, moved by a pause as all that is due
     */
    void resolve(Incident incident, List<Abandoned> givenUp, Decided decided, Instant from, LogHeader header) {
        Map<Trigger, Long> shown = ShownVersions.again(contract, abandoned.items(), waiting.items(), held.items());
        boolean settled = switch (decided.option()) {
            case RETRY, WORKER, SKIP -> true;
            case RESUME, RAISE, HALT, APPROVE, REJECT, MODIFY, ESCALATE -> false;
        };
        if (settled) {
            abandoned.settle(givenUp);
        }
        if (decided.option() == NeedsPerson.Option.WORKER && incident.holds() == NeedsPerson.Holds.WORKER) {
            Set<Trigger> handed = decided.invites().stream()
                    .map(BoardReopened.Invite::trigger)
                    .collect(Collectors.toSet());
            waiting.removeIf(next -> handed.contains(next.trigger()));
            held.removeIf(match -> match.worker().isPresent() && handed.contains(match.trigger()));
        }
        boolean now = decided.option() == NeedsPerson.Option.RETRY;
        waiting.replaceAll(next ->
                Optional.of(incident.isOf(next.worker()) ? next.withoutSetbacks(now ? from : next.notBefore()) : next));
        invite(decided.invites(), from, header, shown);
    }

    /** @param forGood whether it cannot be reopened */
    void end(boolean forGood) {
        if (forGood) {
            held.clear();
            abandoned.clear();
        } else {
            abandoned.addAll(
                    ShownVersions.abandoned(contract, waiting.items(), people.withAnswered(open), held.items()));
            held.removeIf(match -> match.worker().isPresent());
        }
        people.clear();
        open.clear();
        waiting.clear();
        fruitless.clear();
    }

    /**
     * What the board's next blueprint has no worker or rule for is not done. Whoever is at work goes on as the
     * blueprint says under which he was invited.
     */
    void ruledBy(Blueprint next, List<BoardReopened.Invite> invites, Instant from, LogHeader header) {
        Amendment amendment = new Amendment(next);
        Blueprint given = contract.blueprint().orElseThrow();
        open.replaceAll(invocation -> invocation.givenBy(given));
        people.replaceAnswered(invocation -> invocation.givenBy(given));
        waiting.removeIf(one -> !amendment.has(one.worker(), one.trigger()));
        held.removeIf(match -> !amendment.has(match));
        abandoned.amend(amendment);
        fruitless.clear();
        invite(invites, from, header, Map.of());
    }

    /** Nothing is left of what was to be done but who is invited again. What was held then follows. */
    void restore(List<BoardReopened.Invite> invites, Instant from, LogHeader header) {
        people.clear();
        waiting.clear();
        fruitless.clear();
        held.clear();
        abandoned.clear();
        invite(invites, from, header, Map.of());
    }

    /**
     * Who is invited again waits for nothing. What is held is held anew, by entries of its own; until then, what is
     * pinned stays, since it knows when it had matched.
     */
    void reopen(List<BoardReopened.Invite> invites, Instant from, LogHeader header) {
        Map<Trigger, Long> shown = ShownVersions.again(contract, abandoned.items(), List.of(), List.of());
        held.removeIf(match -> !contract.pins(match.trigger()));
        abandoned.clear();
        invite(invites, from, header, shown);
    }

    private void invite(List<BoardReopened.Invite> invites, Instant from, LogHeader header, Map<Trigger, Long> shown) {
        invites.forEach(invite -> waiting.add(
                WaitingInvocation.afresh(invite, from, header, Optional.ofNullable(shown.get(invite.trigger())))));
    }

    BoardWork done() {
        return new BoardWork(
                open.doneSorted(),
                waiting.done(),
                held.done(),
                fruitless.done(),
                abandoned.done(),
                people.incidentsDone(),
                people.patchesDone());
    }
}
