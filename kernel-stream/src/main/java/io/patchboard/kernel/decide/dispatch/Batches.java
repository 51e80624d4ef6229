package io.patchboard.kernel.decide.dispatch;

import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.TriggerHeld.Reason;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Matches that are handled together.
 *
 * @param start takes what goes on as one
 */
record Batches(Holding holding, Transcript log, Consumer<Arrival> start) {

    /** Of a decision's work. */
    private static final double PART_FOR_COMPLETE = 0.5;

    /** As many as one batch has of them go on; those whose condition does not hold any more are dropped. */
    void start(Rule rule, List<HeldTrigger> members) {
        int most = rule.batch().flatMap(Rule.Batch::size).orElse(members.size());
        List<HeldTrigger> taken = members.subList(0, Math.min(most, members.size()));
        Map<Boolean, List<HeldTrigger>> hold = taken.stream()
                .collect(Collectors.partitioningBy(member ->
                        rule.forEach().isPresent() || Arrival.of(rule, member).stillHolds(log)));
        holding.dropAll(rule, hold.get(false));
        if (!hold.get(true).isEmpty()) {
            start.accept(Arrival.of(rule, hold.get(true)));
        }
    }

    /** Those that nobody will fill up any more go as they are. */
    void flush() {
        for (Rule rule : log.board().rules().rules()) {
            if (!log.isOpen()) {
                return;
            }
            List<HeldTrigger> members = holding.of(rule, Reason.BATCH);
            if (!members.isEmpty()) {
                start(rule, members);
            }
        }
    }

    /**
     * Where the board goes on under another blueprint, or after it stood still, when it may have been given one: what
     * waits for company that it has already, since less is enough than when it came, goes on, by the priority of its
     * rule. What would take too much of the decision waits on, so that nothing is refused because of it.
     *
     * @param joined takes what is together of a join
     */
    void complete(Consumer<Arrival> joined) {
        Board before = log.before();
        if (before.held().isEmpty()
                || before.phase() == Phase.OPEN
                        && before.rules().hash().equals(log.board().rules().hash())) {
            return;
        }
        List<String> waiting = holding.inOrder().stream()
                .filter(held -> held.reason() == Reason.JOIN || held.reason() == Reason.BATCH)
                .map(held -> held.trigger().rule())
                .distinct()
                .toList();
        for (String name : waiting) {
            Rule rule = log.board().rules().rule(name).orElseThrow();
            rule.join()
                    .ifPresent(join -> Joins.together(rule, join, holding.of(rule, Reason.JOIN)).stream()
                            .takeWhile(parts -> goesOn())
                            .forEach(joined));
            rule.batch().flatMap(Rule.Batch::size).ifPresent(size -> {
                List<HeldTrigger> members = holding.of(rule, Reason.BATCH);
                for (int end = size; end <= members.size() && goesOn(); end += size) {
                    start(rule, members.subList(end - size, end));
                }
            });
        }
    }

    private boolean goesOn() {
        return log.isOpen() && !log.work().isDone(PART_FOR_COMPLETE);
    }
}
