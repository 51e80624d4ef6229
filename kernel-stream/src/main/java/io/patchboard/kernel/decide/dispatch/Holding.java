package io.patchboard.kernel.decide.dispatch;

import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.decide.ending.Endings;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.rules.Match;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.Cause;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Trigger;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.TriggerHeld.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes down what is held, and what is held no more although nothing came of it. Where a board can hold no more, it is
 * halted, or what asks for it is refused.
 */
public final class Holding {

    /** As many as there may be open invocations: they are stored with the board and looked at with each decision. */
    private static final int MOST_HELD = 5_000;

    private static final long UNITS_OF_ONE = 1;

    /** Of a decision's work. */
    private static final double PART_FOR_EXPIRED = 0.5;

    private final Transcript log;

    /** Null until it is asked for: most decisions hold nothing. */
    private HeldIndex index;

    /** Sequences; of most decisions none. */
    private final Set<Long> usedUp = new HashSet<>(0);

    /** As what else than before it is held by now. */
    private final Map<Long, Long> anew = new HashMap<>(0);

    /** As which parts of its join a change has counted, which may have gone on since. */
    private final Map<Trigger, List<Long>> parts = new HashMap<>(0);

    public Holding(Transcript log) {
        this.log = log;
    }

    /** What is held of a rule for a reason, in the order in which it came. */
    public List<HeldTrigger> of(Rule rule, Reason reason) {
        return left(held()).stream()
                .filter(held -> held.reason() == reason && held.trigger().rule().equals(rule.name()))
                .toList();
    }

    /** The parts of a rule's join that are held under a key, in the order in which they came. */
    List<HeldTrigger> parts(Rule rule, Optional<String> key) {
        return inTime(left(index().parts(rule.name(), key, held())));
    }

    /** These stay held until a result that is there already is bound for them, and go on with nothing else. */
    void useUp(List<Long> sequences) {
        usedUp.addAll(sequences);
    }

    boolean isUsedUp(HeldTrigger held) {
        return usedUp.contains(held.sequence());
    }

    /** What is held no more is held as it was; if it is used up, it still is. */
    void holdAnew(HeldTrigger gone) {
        List<Long> releases = List.of(gone.sequence());
        hold(gone.trigger(), gone.worker(), gone.reason(), releases, gone.cause(), gone.attempt());
        if (isUsedUp(gone)) {
            usedUp.add(log.board().sequence());
            anew.put(gone.sequence(), log.board().sequence());
        }
    }

    /** The sequences that what was held with others has by now. */
    List<Long> now(List<Long> sequences) {
        return anew.isEmpty() ? sequences : sequences.stream().map(this::now).toList();
    }

    private long now(long sequence) {
        return anew.containsKey(sequence) ? now(anew.get(sequence)) : sequence;
    }

    private boolean isSame(HeldTrigger held, Trigger other, long version) {
        return About.isSame(held, other, version, log.board(), log.work());
    }

    private HeldIndex index() {
        if (index == null) {
            index = new HeldIndex(this::about);
        }
        return index;
    }

    /** All that is held, which is charged as if each were looked at. */
    private List<HeldTrigger> held() {
        List<HeldTrigger> held = log.board().held();
        log.work().charge(WorkKind.MATCHING, UNITS_OF_ONE * held.size());
        return held;
    }

    private List<HeldTrigger> left(List<HeldTrigger> held) {
        if (usedUp.isEmpty()) {
            return held;
        }
        log.work().charge(WorkKind.MATCHING, UNITS_OF_ONE * held.size());
        return held.stream().filter(match -> !isUsedUp(match)).toList();
    }

    /** Without what is still to be dropped because its time is over. */
    private List<HeldTrigger> inTime(List<HeldTrigger> held) {
        return held.stream().filter(match -> !match.isDue(log.boardTime())).toList();
    }

    /** All that is held, by the priority of its rule, then in the order in which it came. */
    public List<HeldTrigger> inOrder() {
        Board board = log.board();
        if (board.held().isEmpty()) {
            return List.of();
        }
        Map<String, Long> priorities = new HashMap<>();
        board.rules().rules().forEach(rule -> priorities.put(rule.name(), rule.priority()));
        Comparator<HeldTrigger> byPriority = Comparator.comparing(
                held -> priorities.getOrDefault(held.trigger().rule(), 0L), Comparator.reverseOrder());
        return board.held().stream()
                .sorted(byPriority.thenComparingLong(HeldTrigger::sequence))
                .toList();
    }

    /**
     * Holds a part of a join, unless its item waits as that already, or the same change has counted as another that is
     * no other. What the item waited as before, under another value of what correlates, it does no more. Returns
     * whether it was held.
     */
    public boolean holdPart(Match match, Match.Part part, Rule.Join join) {
        Optional<Long> number = Optional.of((long) part.number());
        List<HeldTrigger> before = inTime(left(index().ofItem(match.trigger(), held()))).stream()
                .filter(held -> Joins.countAsOne(held.part(), number, join))
                .filter(held -> isSame(held, match.trigger(), log.board().version()))
                .toList();
        boolean counted = parts.getOrDefault(match.trigger(), List.of()).stream()
                .anyMatch(earlier -> Joins.countAsOne(Optional.of(earlier), number, join));
        if (counted || before.stream().anyMatch(held -> held.key().equals(part.key()))) {
            return false;
        }
        List<Long> releases = before.stream().map(HeldTrigger::sequence).toList();
        boolean counts = join.correlate().isEmpty() || part.key().isPresent();
        if (!releases.isEmpty() && (!counts || match.rule().pin())) {
            // What replaced it would show the state at which that had matched.
            log.append(new BranchStopped(
                    match.trigger(),
                    Optional.empty(),
                    BranchStopped.Reason.CONDITION,
                    "Expected the rule's correlate to have the value that it had for what waits to be joined, but it"
                            + " has " + (counts ? "another." : "none any more."),
                    releases));
            releases = List.of();
        }
        if (!counts) {
            return false;
        }
        append(new TriggerHeld(
                match.trigger(),
                Optional.empty(),
                Reason.JOIN,
                part.key(),
                number,
                join.within().map(log.boardTime()::plus),
                releases));
        parts.computeIfAbsent(match.trigger(), any -> new ArrayList<>(1)).add(number.get());
        return log.isOpen() || log.board().phase() == Phase.PAUSED;
    }

    public void hold(Arrival arrival, Reason reason, Optional<String> worker, Optional<Duration> atMost) {
        append(new TriggerHeld(
                arrival.trigger(),
                worker,
                reason,
                Optional.empty(),
                Optional.empty(),
                atMost.map(log.time()::plus),
                arrival.releases()));
    }

    /** Holds an invocation that was to be made for another reason than a match. */
    public void hold(Call call, Reason reason) {
        hold(call.trigger(), Optional.of(call.worker()), reason, call.releases(), call.cause(), call.failures() + 1);
    }

    /** Holds what waits for its worker. */
    void hold(Trigger trigger, Optional<String> worker, Reason reason, List<Long> releases) {
        hold(trigger, worker, reason, releases, Optional.empty(), 1);
    }

    private void hold(
            Trigger trigger,
            Optional<String> worker,
            Reason reason,
            List<Long> releases,
            Optional<Cause> cause,
            long attempt) {
        append(new TriggerHeld(
                trigger,
                worker,
                reason,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                releases,
                cause,
                Optional.of(attempt).filter(any -> attempt > 1)));
    }

    /**
     * Holds a match, in place of one of the same rule that waits to have the same worker look at the same item, for the
     * same action.
     */
    public void holdOnce(Arrival arrival, Reason reason, String worker) {
        List<Long> same = left(index().forWorker(worker, arrival.trigger(), held())).stream()
                .filter(held ->
                        held.trigger().actionId().equals(arrival.trigger().actionId()))
                .filter(held -> isSame(held, arrival.trigger(), arrival.version()))
                .map(HeldTrigger::sequence)
                .toList();
        if (!same.isEmpty() && arrival.releases().isEmpty()) {
            return;
        }
        List<Long> releases = new ArrayList<>(same);
        arrival.releases().stream().filter(sequence -> !same.contains(sequence)).forEach(releases::add);
        hold(arrival.trigger(), Optional.of(worker), reason, releases);
    }

    private Optional<String> about(Trigger trigger) {
        return About.of(trigger, log.board().rules());
    }

    private void append(TriggerHeld held) {
        if (log.board().held().size() - held.releases().size() >= MOST_HELD) {
            Endings.full(
                    log,
                    BoardHalted.Limit.HELD_TRIGGERS,
                    RejectionCode.HELD_TRIGGERS,
                    "Expected at most " + MOST_HELD + " matches to wait on one board, but with what rule \""
                            + held.trigger().rule() + "\" is to follow there would be more."
                            + " Decide what the board waits for, or ask again when workers have caught up.");
            return;
        }
        log.append(held);
    }

    /** Drops parts of joins whose time is over; of thousands, some with the next decision, which is due at once. */
    public void expireJoins() {
        Board before = log.board();
        for (HeldTrigger held : before.held()) {
            if (log.board().sequence() != before.sequence() && log.work().isDone(PART_FOR_EXPIRED)) {
                return;
            }
            if (held.reason() == Reason.JOIN && held.isDue(log.time())) {
                expire(rule(held), held);
            }
        }
    }

    /** Of all that is held. */
    public Set<Long> sequences() {
        return log.board().held().stream().map(HeldTrigger::sequence).collect(Collectors.toSet());
    }

    /** Which holds it. */
    public Rule rule(HeldTrigger held) {
        return log.board().rules().rule(held.trigger().rule()).orElseThrow();
    }

    /** The other parts of a join did not come in time. */
    private void expire(Rule rule, HeldTrigger held) {
        stop(
                Arrival.of(rule, held),
                BranchStopped.Reason.JOIN_EXPIRED,
                "Expected what rule \"" + rule.name() + "\" joins within "
                        + rule.join().flatMap(Rule.Join::within).orElse(Duration.ZERO) + ", but it did not come.");
    }

    /**
     * Nothing comes of a match, because a condition does not hold; it is said only if it was said that the match is
     * held.
     */
    public void drop(Arrival arrival, String message) {
        if (!arrival.releases().isEmpty()) {
            stop(arrival, BranchStopped.Reason.CONDITION, message);
        }
    }

    public void dropAll(Rule rule, List<HeldTrigger> held) {
        if (!held.isEmpty()) {
            drop(Arrival.of(rule, held), "Expected the rule's condition to hold when its batch was complete.");
        }
    }

    public void stop(Arrival arrival, BranchStopped.Reason reason, String message) {
        log.append(new BranchStopped(arrival.trigger(), Optional.empty(), reason, message, arrival.releases()));
    }
}
