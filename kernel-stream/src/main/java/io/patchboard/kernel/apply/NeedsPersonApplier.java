package io.patchboard.kernel.apply;

import io.patchboard.kernel.state.Incident;
import io.patchboard.record.NeedsPerson;

/** A person has something to decide, and what it is about waits for that. */
final class NeedsPersonApplier {

    private NeedsPersonApplier() {}

    static void apply(NeedsPerson item, BoardEdit edit) {
        edit.work().people().needs(Incident.of(edit.header(), item));
        item.worker()
                .ifPresent(worker -> item.trigger()
                        .ifPresent(trigger -> edit.work()
                                .givenUp()
                                .add(worker, trigger, edit.header().version())));
    }
}
