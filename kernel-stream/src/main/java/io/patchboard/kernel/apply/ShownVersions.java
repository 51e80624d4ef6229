package io.patchboard.kernel.apply;

import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.WaitingInvocation;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
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

    /** The oldest that an open view shows; beyond all where none is open. */
    static long oldest(Collection<OpenInvocation> open) {
        long oldest = Long.MAX_VALUE;
        for (OpenInvocation invocation : open) {
            oldest = Math.min(oldest, invocation.baseVersion());
        }
        return oldest;
    }
}
