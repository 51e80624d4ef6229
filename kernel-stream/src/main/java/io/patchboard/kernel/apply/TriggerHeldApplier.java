package io.patchboard.kernel.apply;

import io.patchboard.record.TriggerHeld;

/** A match waits, in place of those that it releases. */
final class TriggerHeldApplier {

    private TriggerHeldApplier() {}

    static void apply(TriggerHeld held, BoardEdit edit) {
        edit.count(held.trigger());
        edit.work()
                .hold(
                        edit.header().sequence(),
                        held,
                        edit.before().version(),
                        edit.before().circuit().switches());
    }
}
