package io.patchboard.kernel.apply;

import io.patchboard.kernel.state.Abandoned;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.WaitingInvocation;
import io.patchboard.record.Trigger;
import io.patchboard.record.TriggerHeld;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Which versions of the state somebody still needs. */
final class ShownVersions {

    private ShownVersions() {}

    /** Those that pinned views show, or will. */
    static Set<Long> pinned(
            Contract contract,
            Collection<OpenInvocation> open,
            List<WaitingInvocation> waiting,
            List<HeldTrigger> held) {
        Set<Long> wanted = new HashSet<>();
        if (!contract.pinsAny()) {
            return wanted;
        }
        for (OpenInvocation invocation : open) {
            if (contract.pins(invocation.trigger())) {
                wanted.add(invocation.baseVersion());
            }
        }
        for (WaitingInvocation retry : waiting) {
            if (contract.pins(retry.trigger())) {
                wanted.add(retry.baseVersion());
            }
        }
        for (HeldTrigger match : held) {
            if (contract.pins(match.trigger())) {
                wanted.add(match.version());
            }
        }
        return wanted;
    }

    /** Those that pinned views would show again of what is not asked now. */
    static Map<Trigger, Long> again(
            Contract contract, List<Abandoned> givenUp, List<WaitingInvocation> waiting, List<HeldTrigger> held) {
        Map<Trigger, Long> shown = new HashMap<>();
        if (contract.pinsAny()) {
            givenUp.forEach(one -> one.shown().ifPresent(version -> shown.put(one.trigger(), version)));
            held.forEach(match -> shown.put(match.trigger(), match.version()));
            waiting.forEach(retry -> shown.put(retry.trigger(), retry.baseVersion()));
            shown.keySet().removeIf(trigger -> !contract.pins(trigger));
        }
        return shown;
    }

    /** What somebody was at work on, or was to be, with the version that a pinned view of it would show again. */
    static List<Abandoned> abandoned(
            Contract contract,
            List<WaitingInvocation> waiting,
            Collection<OpenInvocation> open,
            List<HeldTrigger> held) {
        List<Abandoned> all = Abandoned.of(waiting, open, held);
        if (!contract.pinsAny()) {
            return all;
        }
        Map<Trigger, Long> shown = again(contract, List.of(), waiting, held);
        open.stream()
                .filter(invocation -> contract.pins(invocation.trigger()))
                .forEach(invocation -> shown.put(invocation.trigger(), invocation.baseVersion()));
        return all.stream()
                .map(one -> new Abandoned(one.worker(), one.trigger(), Optional.ofNullable(shown.get(one.trigger()))))
                .toList();
    }

    /** What is held no more when an entry holds a match: what it releases, and the same, on a reopened board. */
    static Predicate<HeldTrigger> replacedBy(TriggerHeld entry, Contract contract) {
        boolean pinned = contract.pins(entry.trigger());
        return match -> entry.releases().contains(match.sequence()) || (pinned && match.isHeldAnew(entry));
    }

    /** The one that a pinned view of it shows again. */
    static Optional<Long> again(WaitingInvocation retry, Contract contract) {
        return contract.pins(retry.trigger()) ? Optional.of(retry.baseVersion()) : Optional.empty();
    }

    /** When the first of these had matched; now, if none is held. */
    static long matched(List<HeldTrigger> held, Predicate<HeldTrigger> these, long now) {
        return held.stream().filter(these).mapToLong(HeldTrigger::version).min().orElse(now);
    }

    /** The oldest that an open view shows; beyond all where none is open. */
    static long oldest(Collection<OpenInvocation> open) {
        long oldest = Long.MAX_VALUE;
        for (OpenInvocation invocation : open) {
            oldest = Math.min(oldest, invocation.baseVersion());
        }
        return oldest;
    }
}
