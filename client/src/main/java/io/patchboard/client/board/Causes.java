package io.patchboard.client.board;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.BudgetWarning;
import io.patchboard.record.Child;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.Decided;
import io.patchboard.record.EndEvent;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Trigger;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.WorkerInvoked;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which entries of a board's log led to which, by what the entries say: an invocation names the commit that its rule
 * fired on, the rejection that it repairs and what was held back for it; an answer names its invocation; a person's
 * decision names what was asked. What a worker proposes uninvited, and what an operator commands, was caused by
 * nothing in the log. An end, a warning or a call for a person that names nothing was decided with the entry before it,
 * and is taken as caused by that.
 *
 * <p>Keeps no entries, but a few words of each. Used by one thread.
 */
public final class Causes {

    /**
     * One entry.
     *
     * @param worker that it is about
     * @param rule that fired
     * @param causes the sequences of the entries that led to it, ascending
     * @param other the board that was made for it, or for which this one was made; absent if there is none
     */
    public record Link(
            long sequence,
            long version,
            Instant time,
            String type,
            Optional<String> worker,
            Optional<String> rule,
            List<Long> causes,
            Optional<Other> other) {

        public JsonObject toJson() {
            return JsonObject.builder()
                    .put("sequence", sequence)
                    .put("version", version)
                    .put("time", LogHeader.format(time))
                    .put("type", type)
                    .putStringIfPresent("worker", worker)
                    .putStringIfPresent("rule", rule)
                    .put(
                            "causes",
                            JsonArray.copyOf(
                                    causes.stream().<Json>map(JsonNumber::of).toList()))
                    .putStringIfPresent("board", other.map(Other::boardId))
                    .build();
        }

        public static JsonArray array(List<Link> links) {
            return JsonArray.copyOf(links.stream().map(Link::toJson).toList());
        }

        /** Where the board was made for another one, which one. */
        Optional<Other> above() {
            return other.filter(board -> board.isAbove());
        }
    }

    /**
     * Another board that an entry is about.
     *
     * @param invocationId of the board above: what the board below answers
     * @param isAbove whether the log's own board was made for it, rather than it for that one
     */
    public record Other(String boardId, String invocationId, boolean isAbove) {}

    /**
     * An entry between what led to it and what it led to, each in order of the log.
     *
     * @param causes back to the creation, or to whatever came from outside
     * @param caused forward to all that would not be without it
     */
    public record Chain(Link entry, List<Link> causes, List<Link> caused) {}

    private final NavigableMap<Long, Link> links = new TreeMap<>();
    private final Map<String, Long> invocations = new HashMap<>();

    /** By what asks for a person, the patch that it is about. */
    private final Map<Long, Long> asked = new HashMap<>();

    /** By a patch that was held, what was decided about it last. */
    private final Map<Long, Long> decisions = new HashMap<>();

    /** Whether a board may go back because of it, unasked. */
    private static boolean turnsBack(Link link) {
        return link.type().equals("CircuitTripped") || link.type().equals("BranchStopped");
    }

    /** Takes the next entry of the log. */
    public void accept(LogEntry entry) {
        NavigableSet<Long> causes = new TreeSet<>();
        Optional<String> worker = Optional.empty();
        Optional<String> rule = Optional.empty();
        Optional<Other> other = Optional.empty();
        switch (entry.event()) {
            case BoardCreated created ->
                other = created.parent().map(parent -> new Other(parent.boardId(), parent.invocationId(), true));
            case WorkerInvoked invoked -> {
                other = below(entry, Optional.of(invoked.invocationId()));
                invocations.put(invoked.invocationId(), entry.sequence());
                worker = Optional.of(invoked.worker());
                rule = Optional.of(invoked.trigger().rule());
                causes.add(invoked.trigger().sequence());
                invoked.cause().ifPresent(cause -> causes.add(cause.sequence()));
                causes.addAll(invoked.releases());
            }
            case PatchCommitted committed -> {
                other = below(entry, committed.invocationId());
                worker = Optional.of(committed.worker());
                committed.invocationId().map(invocations::get).ifPresent(causes::add);
                committed.held().ifPresent(causes::add);
                committed.held().map(decisions::get).ifPresent(causes::add);
                if (committed.repeats().isPresent()) {
                    rule = committed.trigger().map(Trigger::rule);
                    committed.trigger().map(Trigger::sequence).ifPresent(causes::add);
                    causes.add(committed.repeats().get().sequence());
                    causes.addAll(committed.repeats().get().releases());
                }
            }
            case PatchRejected rejected -> {
                other = below(entry, rejected.invocationId());
                worker = rejected.worker();
                rejected.invocationId().map(invocations::get).ifPresent(causes::add);
                rejected.held().ifPresent(causes::add);
                rejected.held().map(decisions::get).ifPresent(causes::add);
            }
            case PatchHeld held -> {
                worker = Optional.of(held.worker());
                held.invocationId().map(invocations::get).ifPresent(causes::add);
                held.replaces().ifPresent(causes::add);
                held.replaces().map(decisions::get).ifPresent(causes::add);
            }
            case TriggerHeld held -> {
                worker = held.worker();
                rule = Optional.of(held.trigger().rule());
                causes.add(held.trigger().sequence());
                causes.addAll(held.releases());
            }
            case BranchStopped stopped -> {
                worker = stopped.worker();
                rule = Optional.of(stopped.trigger().rule());
                causes.add(stopped.trigger().sequence());
                causes.addAll(stopped.releases());
                if (stopped.reason() == BranchStopped.Reason.ATTEMPTS_SPENT) {
                    causes.add(entry.sequence() - 1); // the rejection of the last of them
                }
            }
            case CircuitTripped tripped -> {
                worker = tripped.worker();
                rule = tripped.trigger().map(trigger -> trigger.rule());
                causes.addAll(tripped.evidence());
                tripped.trigger().ifPresent(trigger -> causes.add(trigger.sequence()));
            }
            case NeedsPerson needed -> {
                worker = needed.worker();
                rule = needed.trigger().map(trigger -> trigger.rule());
                needed.trigger().ifPresent(trigger -> causes.add(trigger.sequence()));
                causes.add(entry.sequence() - 1);
                needed.gate().ifPresent(gate -> {
                    causes.add(gate.held());
                    asked.put(entry.sequence(), gate.held());
                });
            }
            case Decided decided -> {
                causes.add(decided.item());
                Optional.ofNullable(asked.get(decided.item())).ifPresent(held -> decisions.put(held, entry.sequence()));
            }
            case BoardRestored restored
            when restored.requested().isEmpty() ->
                links.descendingMap().values().stream()
                        .filter(Causes::turnsBack)
                        .findFirst()
                        .ifPresent(link -> causes.add(link.sequence()));
            case BudgetWarning warning -> causes.add(entry.sequence() - 1);
            case CompensationStarted started -> {
                // An operator's command was asked for by nothing in the log.
                started.halt().ifPresent(halted -> causes.add(entry.sequence() - 1));
                causes.addAll(started.undoes());
            }
            case BoardCancelled cancelled -> {
                // As well; but what was undone first led to it.
                cancelled.compensation().ifPresent(any -> causes.add(entry.sequence() - 1));
            }
            case EndEvent end -> causes.add(entry.sequence() - 1);
            default -> {
                // Commands, and kinds of later versions.
            }
        }
        // A cause comes before what it causes; a log that was written by others may say anything.
        causes.removeIf(cause -> cause < 1 || cause >= entry.sequence());
        links.put(
                entry.sequence(),
                new Link(
                        entry.sequence(),
                        entry.header().version(),
                        entry.header().time(),
                        entry.type(),
                        worker,
                        rule,
                        List.copyOf(causes),
                        other));
    }

    private static Optional<Other> below(LogEntry entry, Optional<String> invocationId) {
        return invocationId
                .filter(Child::isMadeFor)
                .map(id -> new Other(Child.boardId(entry.boardId(), id), id, false));
    }

    /** The sequence of the entry that is an invocation. */
    public Optional<Long> invocation(String id) {
        return Optional.ofNullable(invocations.get(id));
    }

    /** The sequence of the last entry; 0 where there is none. */
    public long last() {
        return links.isEmpty() ? 0 : links.lastKey();
    }

    /** @return absent if there is no such entry */
    public Optional<Chain> of(long sequence) {
        return Optional.ofNullable(links.get(sequence)).map(entry -> new Chain(entry, back(entry), forward(entry)));
    }

    private List<Link> back(Link entry) {
        NavigableSet<Long> wanted = new TreeSet<>(entry.causes());
        List<Link> found = new ArrayList<>();
        while (!wanted.isEmpty()) {
            long next = wanted.last();
            wanted.remove(next);
            Link link = links.get(next);
            if (link != null) { // else it was cut, or is damaged
                found.add(link);
                wanted.addAll(link.causes());
            }
        }
        Collections.reverse(found);
        return List.copyOf(found);
    }

    private List<Link> forward(Link entry) {
        NavigableSet<Long> reached = new TreeSet<>(List.of(entry.sequence()));
        List<Link> found = new ArrayList<>();
        for (Link link : links.tailMap(entry.sequence(), false).values()) {
            if (link.causes().stream().anyMatch(reached::contains)) {
                reached.add(link.sequence());
                found.add(link);
            }
        }
        return List.copyOf(found);
    }
}
