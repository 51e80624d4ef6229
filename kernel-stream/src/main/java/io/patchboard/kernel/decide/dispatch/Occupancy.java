package io.patchboard.kernel.decide.dispatch;

import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.Trigger;
import io.patchboard.record.TriggerHeld;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Who is at work on what, invocations that will be made again included: they keep their place while they wait. */
public final class Occupancy {

    /** With an order, so that it is found quickly among others of the same hash, which are easily made. */
    record Item(String worker, String about) implements Comparable<Item> {

        private static final Comparator<Item> ORDER =
                Comparator.comparing(Item::worker).thenComparing(Item::about);

        @Override
        public int compareTo(Item other) {
            return ORDER.compare(this, other);
        }
    }

    private final Board before;

    /** Null until they are asked for: most commits invite nobody. */
    private Counts counts;

    private Occupancy(Board before) {
        this.before = before;
    }

    private static final class Counts {

        private final Map<String, Integer> byRule = new HashMap<>();
        private final Map<String, Integer> byWorker = new HashMap<>();
        private final Map<Item, Integer> byItem = new HashMap<>();
        private final Map<String, Integer> actions = new HashMap<>();
        private final Blueprint rules;

        private Counts(Board board) {
            rules = board.rules();
            board.open()
                    .values()
                    .forEach(open -> add(open.worker(), open.current().orElse(open.trigger()), 1));
            board.waiting().forEach(retry -> add(retry.worker(), retry.trigger(), 1));
            board.work()
                    .gated()
                    .forEach(held -> held.invocation()
                            .flatMap(answered -> answered.trigger().actionId())
                            .ifPresent(action -> actions.merge(action, 1, Integer::sum)));
        }

        private void add(String worker, Trigger trigger, int more) {
            byRule.merge(trigger.rule(), more, Integer::sum);
            byWorker.merge(worker, more, Integer::sum);
            item(worker, trigger).ifPresent(item -> byItem.merge(item, more, Integer::sum));
            trigger.actionId().ifPresent(action -> actions.merge(action, more, Integer::sum));
        }

        private Optional<Item> item(String worker, Trigger trigger) {
            return About.of(trigger, rules).map(about -> new Item(worker, about));
        }
    }

    /** Of a board as it is now, and with what is added and removed from now on. */
    public static Occupancy of(Board board) {
        return new Occupancy(board);
    }

    private Counts counts() {
        if (counts == null) {
            counts = new Counts(before);
        }
        return counts;
    }

    public void add(String worker, Trigger trigger) {
        counts().add(worker, trigger, 1);
    }

    /** Somebody is about to be asked again. */
    public void remove(String worker, Trigger trigger) {
        counts().add(worker, trigger, -1);
    }

    /** Why a worker cannot be invoked now; absent if it can. */
    public Optional<TriggerHeld.Reason> blocks(Rule rule, WorkerRole role, Trigger trigger) {
        boolean open = !rule.overlap()
                && counts().item(role.name(), trigger)
                        .filter(item -> counts().byItem.getOrDefault(item, 0) > 0)
                        .isPresent();
        boolean pending = trigger.actionId()
                .filter(action -> counts().actions.getOrDefault(action, 0) > 0)
                .isPresent();
        if (open || pending) {
            return Optional.of(TriggerHeld.Reason.OPEN);
        }
        boolean full = isFull(counts().byRule.getOrDefault(rule.name(), 0), rule.maxConcurrent())
                || isFull(counts().byWorker.getOrDefault(role.name(), 0), role.maxConcurrent());
        return full ? Optional.of(TriggerHeld.Reason.LIMIT) : Optional.empty();
    }

    private static boolean isFull(int count, Optional<Integer> most) {
        return most.isPresent() && count >= most.get();
    }
}
