package io.patchboard.kernel.decide.dispatch;

import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.record.Trigger;
import io.patchboard.record.TriggerHeld.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What is held, found by what it waits for: to compare each of many matches with all that is held, path by path, takes
 * seconds.
 *
 * <p>Asked with the board's list of now, it follows from the list of the last time. What stays is the same object, and
 * keeps its order, so that takes a look at references.
 */
final class HeldIndex {

    /**
     * With an order, as {@link Join} has one, so that it is found quickly among others of the same hash, which are
     * easily made.
     *
     * @param worker that waits; absent for a part of a join
     */
    private record Wait(String rule, Optional<String> worker, Optional<String> item) implements Comparable<Wait> {

        private static final Comparator<Wait> ORDER = Comparator.comparing(Wait::rule)
                .thenComparing(wait -> wait.worker().orElse(""))
                .thenComparing(wait -> wait.item().orElse(""));

        @Override
        public int compareTo(Wait other) {
            return ORDER.compare(this, other);
        }
    }

    private record Join(String rule, Optional<String> key) implements Comparable<Join> {

        private static final Comparator<Join> ORDER = Comparator.comparing(Join::rule)
                .thenComparing(join -> join.key().orElse(""));

        @Override
        public int compareTo(Join other) {
            return ORDER.compare(this, other);
        }
    }

    private final Function<Trigger, Optional<String>> about;
    private final Map<Wait, List<HeldTrigger>> waits = new HashMap<>();
    private final Map<Join, List<HeldTrigger>> joins = new HashMap<>();
    private List<HeldTrigger> known = List.of();

    /** @param about the item of a trigger */
    HeldIndex(Function<Trigger, Optional<String>> about) {
        this.about = about;
    }

    private Wait forWorker(String worker, Trigger trigger) {
        return new Wait(trigger.rule(), Optional.of(worker), about.apply(trigger));
    }

    private Wait forOtherParts(Trigger trigger) {
        return new Wait(trigger.rule(), Optional.empty(), about.apply(trigger));
    }

    /** Those of a match's rule and item that wait until the worker may look at it; not to be changed. */
    List<HeldTrigger> forWorker(String worker, Trigger trigger, List<HeldTrigger> held) {
        follow(held);
        return trigger.path().isEmpty() ? List.of() : waits.getOrDefault(forWorker(worker, trigger), List.of());
    }

    /** As what a match's item waits for others in a join, as any part of any key; not to be changed. */
    List<HeldTrigger> ofItem(Trigger trigger, List<HeldTrigger> held) {
        follow(held);
        return waits.getOrDefault(forOtherParts(trigger), List.of());
    }

    /** The parts of a join that wait for others of the same key, in the order in which they came; not to be changed. */
    List<HeldTrigger> parts(String rule, Optional<String> key, List<HeldTrigger> held) {
        follow(held);
        return joins.getOrDefault(new Join(rule, key), List.of());
    }

    private void follow(List<HeldTrigger> now) {
        if (now == known) {
            return;
        }
        int stayed = 0;
        for (HeldTrigger held : known) {
            if (stayed < now.size() && now.get(stayed) == held) {
                stayed++;
            } else {
                remove(held);
            }
        }
        now.subList(stayed, now.size()).forEach(this::add);
        known = now;
    }

    private void add(HeldTrigger held) {
        wait(held)
                .ifPresent(wait ->
                        waits.computeIfAbsent(wait, any -> new ArrayList<>(1)).add(held));
        join(held)
                .ifPresent(join ->
                        joins.computeIfAbsent(join, any -> new ArrayList<>(1)).add(held));
    }

    private void remove(HeldTrigger held) {
        wait(held).ifPresent(wait -> remove(held, wait, waits));
        join(held).ifPresent(join -> remove(held, join, joins));
    }

    private static <K> void remove(HeldTrigger held, K key, Map<K, List<HeldTrigger>> from) {
        List<HeldTrigger> left = from.get(key);
        int at = 0;
        while (left.get(at) != held) {
            at++;
        }
        left.remove(at);
        if (left.isEmpty()) {
            from.remove(key);
        }
    }

    private Optional<Wait> wait(HeldTrigger held) {
        return switch (held.reason()) {
            case JOIN -> Optional.of(forOtherParts(held.trigger()));
            case OPEN, LIMIT, PERSON -> held.worker().map(worker -> forWorker(worker, held.trigger()));
            case DELAY, BATCH -> Optional.empty();
        };
    }

    private static Optional<Join> join(HeldTrigger held) {
        return held.reason() == Reason.JOIN
                ? Optional.of(new Join(held.trigger().rule(), held.key()))
                : Optional.empty();
    }
}
