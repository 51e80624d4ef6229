package io.patchboard.kernel.decide.dispatch;

import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.circuit.Switched;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.patch.Relocation;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.kernel.state.StateChange;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.Trigger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What was joined or collected goes on without an item that is removed, and another of its items stands in for it. The
 * key that it waits with is that of the action on the one that is gone, so it waits without, and is given another.
 */
final class StandIns {

    private final Transcript log;
    private final Holding holding;
    private Board seen;

    StandIns(Transcript log, Holding holding) {
        this.log = log;
        this.holding = holding;
        this.seen = log.before();
    }

    /** Looks at what has changed since the last time. */
    void look() {
        Board before = seen;
        seen = log.board();
        if (before.version() == seen.version()) {
            return;
        }
        List<HeldTrigger> keyed = seen.held().stream()
                .filter(held -> isOfSeveral(held) && !holding.isUsedUp(held))
                .toList();
        if (keyed.isEmpty()) {
            return;
        }
        log.work().charge(WorkKind.MATCHING, before.held().size());
        Set<Long> sequences = keyed.stream().map(HeldTrigger::sequence).collect(Collectors.toSet());
        Map<Long, HeldTrigger> known = before.held().stream()
                .filter(held -> sequences.contains(held.sequence()))
                .collect(Collectors.toMap(HeldTrigger::sequence, Function.identity()));
        keyed.stream()
                .filter(held -> known.containsKey(held.sequence()))
                .filter(held -> isAnother(known.get(held.sequence()).trigger(), held.trigger(), before.version()))
                .takeWhile(held -> log.isOpen())
                .forEach(held -> holding.hold(
                        held.trigger().withAction(Optional.empty()),
                        meant(held).or(held::worker),
                        held.reason(),
                        List.of(held.sequence())));
        seen = log.board();
    }

    private boolean isOfSeveral(HeldTrigger held) {
        Trigger trigger = held.trigger();
        return trigger.actionId().isPresent()
                && held.cause().isEmpty()
                && trigger.path().filter(trigger.paths()::contains).isPresent();
    }

    /** Whom its rule means, in whose place another was to be asked: the key is told by that worker. */
    private Optional<String> meant(HeldTrigger held) {
        Rule rule = holding.rule(held);
        return Arrival.of(rule, held)
                .choose(log)
                .worker()
                .filter(worker -> log.board()
                        .circuit()
                        .switches()
                        .standIn(worker, rule.name())
                        .map(Switched::to)
                        .equals(held.worker()));
    }

    private boolean isAnother(Trigger before, Trigger now, long version) {
        if (before.paths().size() == now.paths().size()) {
            return false;
        }
        List<StateChange> since = seen.present().recent().stream()
                .filter(change -> change.version() > version)
                .toList();
        return !before.path()
                .flatMap(path -> About.follow(path, since, Relocation::after, log.work()))
                .equals(now.path());
    }
}
