package io.patchboard.kernel.replay;

import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.SentPatch;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.HeldPatch;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardEdited;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.Command;
import io.patchboard.record.Decided;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.Requested;
import io.patchboard.record.Signable;
import io.patchboard.record.Signature;
import io.patchboard.sign.AuthorKey;
import java.util.List;
import java.util.Optional;

/**
 * That whatever came of a worker with keys, or of a command on a board with operators, was signed with a key that the
 * blueprint had at the time, and that what was done is what was signed.
 */
final class Authors {

    private static final String FIELD = "signature";
    private static final String PATCH = "patch";
    private static final String SENT = "sentPatch";
    private static final String FORMER = "sentFormer";
    private static final String NONE = "none";

    private final Differences differences;
    private boolean modified;

    Authors(Differences differences) {
        this.differences = differences;
    }

    /** @param after what the entry has made of the board */
    void verify(Board before, Board after, LogEntry entry) {
        Board governing = before.phase() == Phase.ABSENT ? after : before;
        entry.event().command(before.id()).ifPresent(command -> verify(governing, entry, command));
        switch (entry.event()) {
            case Decided decided -> modified = decided.patch().isPresent();
            case BoardEdited edited -> {
                Optional<Signature> signature = edited.requested().signature();
                sentPatch(entry, signature, edited.sentPatch(), edited.patch(), false);
            }
            case BoardRestored restored
            when restored.mark().isPresent()
                    || restored.requested().flatMap(Requested::signature).isEmpty() ->
                unsent(entry, FORMER, restored.sentFormer());
            case BoardRestored restored
            when restored.sentFormer().isEmpty() ->
                differences.add(entry, FORMER, "what was signed of the version", NONE);
            // Nobody has sent it: it is what an author has signed before.
            case PatchCommitted committed
            when committed.repeats().isPresent() -> {
                unsigned(entry, committed.signature());
                unsent(entry, SENT, committed.sentPatch());
            }
            case PatchCommitted committed
            when committed.held().isPresent() -> {
                released(before, entry, committed);
                modified = false;
            }
            case PatchCommitted committed -> {
                verify(before, entry, committed.worker(), committed.said(before.id()));
                sentPatch(entry, committed);
            }
            case PatchHeld held
            when held.replaces().isEmpty() ->
                verify(
                        before,
                        entry,
                        held.worker(),
                        HeldPatch.of(entry.header(), held, Optional.empty(), List.of())
                                .proposal());
            default -> {}
        }
    }

    private void verify(Board governing, LogEntry entry, Command command) {
        if (governing.rules().operators().isEmpty()) {
            unsigned(entry, command.signature());
        } else {
            String name = command.header().by().orElse("");
            verify(
                    entry,
                    command,
                    "operator " + name,
                    governing.rules().operators().getOrDefault(name, List.of()));
        }
    }

    private void verify(Board before, LogEntry entry, String worker, Signable sent) {
        List<AuthorKey> keys =
                before.rules().worker(worker).map(WorkerRole::keys).orElse(List.of());
        if (keys.isEmpty()) {
            unsigned(entry, sent.signature());
        } else {
            verify(entry, sent, "worker " + worker, keys);
        }
    }

    /** What nobody has checked does not go into the log as if somebody had. */
    private void unsigned(LogEntry entry, Optional<Signature> signature) {
        differences.compare(entry, FIELD, NONE, text(signature));
    }

    private void unsent(LogEntry entry, String field, Optional<?> sent) {
        if (sent.isPresent()) {
            differences.add(entry, field, NONE + ", since nobody has signed it", "one");
        }
    }

    private void verify(LogEntry entry, Signable sent, String who, List<AuthorKey> keys) {
        if (sent.signature().isEmpty()) {
            differences.add(entry, FIELD, "one of " + who, "none");
            return;
        }
        Signature signature = sent.signature().get();
        Optional<AuthorKey> key = keys.stream()
                .filter(one -> one.toString().equals(signature.key()))
                .findFirst();
        if (key.isEmpty()) {
            differences.add(entry, FIELD, "one by a key of " + who, "one by key " + signature.key());
        } else if (!key.get().verifies(sent.signedBytes(signature.audience()), signature.value())) {
            differences.add(entry, FIELD, "one of what the entry says", "another");
        }
    }

    /** It was asked when the gate held it. What an approver has just made of it is his, and has no signature. */
    private void released(Board before, LogEntry entry, PatchCommitted committed) {
        Optional<HeldPatch> held =
                committed.held().flatMap(before.work()::heldPatch).filter(any -> !modified);
        Optional<Signature> signed = held.flatMap(patch -> patch.proposal().signature());
        differences.compare(entry, FIELD, text(signed), text(committed.signature()));
        if (signed.isPresent()) {
            if (!held.get()
                    .proposal()
                    .patch()
                    .equals(committed.said(before.id()).patch())) {
                differences.add(entry, SENT, "the one that the gate held", "another");
            }
        }
        sentPatch(entry, committed);
    }

    private static String text(Optional<Signature> signature) {
        return signature.map(Signature::value).orElse(NONE);
    }

    private void sentPatch(LogEntry entry, PatchCommitted committed) {
        sentPatch(
                entry,
                committed.signature(),
                committed.sentPatch(),
                committed.patch(),
                committed.invocationId().isPresent());
    }

    private void sentPatch(
            LogEntry entry, Optional<Signature> signature, Optional<Json> sent, Json applied, boolean followed) {
        if (signature.isEmpty()) {
            unsent(entry, SENT, sent);
        } else {
            sent.ifPresent(signed -> compare(entry, signed, applied, followed));
        }
    }

    private void compare(LogEntry entry, Json sent, Json applied, boolean followed) {
        if (!SentPatch.became(sent, applied, followed)) {
            differences.add(entry, PATCH, "the operations that were signed", "others");
        }
    }
}
