package io.patchboard.kernel.apply;

import io.patchboard.kernel.state.Abandoned;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.WaitingInvocation;
import io.patchboard.record.Trigger;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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

    /** The one that a pinned view of it shows again. */
    static Optional<Long> again(WaitingInvocation retry, Contract contract) {
        return contract.pins(retry.trigger()) ? Optional.of(retry.baseVersion()) : Optional.empty();
    }

    /** When the first of what is held under these sequences had matched; now, if nothing is. */
    static long matched(List<HeldTrigger> held, List<Long> sequences, long now) {
        return held.stream()
                .filter(match -> sequences.contains(match.sequence()))
                .mapToLong(HeldTrigger::version)
                .min()
                .orElse(now);
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
