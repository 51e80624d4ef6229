package io.patchboard.kernel.replay;

import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.HeldPatch;
import io.patchboard.record.Decided;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Signature;
import io.patchboard.sign.AuthorKey;
import java.util.List;
import java.util.Optional;

/** That whatever came of a worker with keys was signed with one that its blueprint had at the time. */
final class Authors {

    private static final String FIELD = "signature";

    private final Differences differences;
    private boolean modified;

    Authors(Differences differences) {
        this.differences = differences;
    }

    void verifyOn(Board before, LogEntry entry) {
        switch (entry.event()) {
            case Decided decided -> modified = decided.patch().isPresent();
            // Nobody has sent it: it is what an author has signed before.
            case PatchCommitted committed when committed.repeats().isPresent() -> {}
            case PatchCommitted committed
            when committed.held().isPresent() -> {
                released(before, entry, committed);
                modified = false;
            }
            case PatchCommitted committed -> verify(before, entry, committed.said(before.id()));
            case PatchHeld held
            when held.replaces().isEmpty() ->
                verify(
                        before,
                        entry,
                        HeldPatch.of(entry.header(), held, Optional.empty(), List.of())
                                .proposal());
            default -> {}
        }
    }

    /** It was asked when the gate held it. What an approver has just made of it is his, and has no signature. */
    private void released(Board before, LogEntry entry, PatchCommitted committed) {
        Optional<Signature> held = committed
                .held()
                .flatMap(before.work()::heldPatch)
                .flatMap(patch -> patch.proposal().signature())
                .filter(any -> !modified);
        differences.compare(entry, FIELD, text(held), text(committed.signature()));
    }

    private static String text(Optional<Signature> signature) {
        return signature.map(Signature::value).orElse("none");
    }

    private void verify(Board before, LogEntry entry, PatchProposal proposal) {
        Optional<WorkerRole> role = before.rules().worker(proposal.worker());
        if (role.filter(signs -> !signs.keys().isEmpty()).isEmpty()) {
            return;
        }
        if (proposal.signature().isEmpty()) {
            differences.add(entry, FIELD, "one of worker " + proposal.worker(), "none");
            return;
        }
        Signature signature = proposal.signature().get();
        Optional<AuthorKey> key = role.get().key(signature.key());
        if (key.isEmpty()) {
            differences.add(
                    entry, FIELD, "one by a key of worker " + proposal.worker(), "one by key " + signature.key());
        } else if (!key.get().verifies(proposal.signedBytes(signature.audience()), signature.value())) {
            differences.add(entry, FIELD, "one of what the entry says", "another");
        }
    }
}
