package io.patchboard.kernel.apply;

import io.patchboard.kernel.state.Abandoned;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.WorkerInvoked;
import java.util.function.Predicate;

/** Who is asked now sees what another invitation for the same item was to show it. */
final class SecondLook {

    private SecondLook() {}

    static Predicate<HeldTrigger> held(WorkerInvoked invoked, Contract contract) {
        return match -> match.reason() == TriggerHeld.Reason.OPEN
                && match.worker().filter(invoked.worker()::equals).isPresent()
                && match.trigger().path().equals(invoked.trigger().path())
                && !contract.pins(match.trigger());
    }

    static Predicate<Abandoned> abandoned(WorkerInvoked invoked, Contract contract) {
        boolean shows = invoked.trigger().path().isPresent() && !contract.pins(invoked.trigger());
        return known -> shows
                && known.worker().equals(invoked.worker())
                && known.trigger().rule().equals(invoked.trigger().rule())
                && known.trigger().path().equals(invoked.trigger().path());
    }
}
