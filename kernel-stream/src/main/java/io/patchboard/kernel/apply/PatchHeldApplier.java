package io.patchboard.kernel.apply;

import io.patchboard.kernel.state.HeldPatch;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.record.PatchHeld;
import java.util.List;
import java.util.Optional;

/** The invocation is answered and paid for; the patch waits, in place of the one that it was modified from. */
final class PatchHeldApplier {

    private PatchHeldApplier() {}

    static void apply(PatchHeld held, BoardEdit edit) {
        Optional<OpenInvocation> answered = held.invocationId().map(edit::ended);
        List<String> passed = List.of();
        if (held.replaces().isPresent()) {
            List<String> before = edit.release(held.replaces().get()).passed();
            // Of what it had passed as it was, only the gate counts at which it was modified.
            passed = before.subList(Math.max(0, before.size() - 1), before.size());
        } else {
            held.invocationId().ifPresent(edit::close);
            held.usage().ifPresent(usage -> edit.charge(held.worker(), usage));
        }
        edit.work().people().hold(HeldPatch.of(edit.header(), held, answered, passed));
        edit.forgetOldChanges();
    }
}
