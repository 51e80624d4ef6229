package io.patchboard.kernel.replay;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardResumed;
import io.patchboard.record.EndEntry;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RejectedEntry;
import io.patchboard.record.Stage;
import io.patchboard.record.StateHash;
import io.patchboard.record.Trigger;
import io.patchboard.record.WorkerInvoked;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What {@code docs/log-and-hashes.md} says of every entry, given the board that it is applied to. */
final class Rules {

    private static final String NONE = "none";

    private final Differences differences;

    Rules(Differences differences) {
        this.differences = differences;
    }

    /** @throws RuntimeException if the entry's patch cannot be done */
    void verifyOn(Board before, LogEntry entry) {
        if (!phases(entry).contains(before.phase())) {
            differences.add(
                    entry,
                    "type",
                    "an entry that a board can have which is " + before.phase().word(),
                    entry.type());
        }
        long version = before.version();
        if (entry instanceof BoardCreated created) {
            version = 1;
            differences.compare(
                    entry, "blueprintHash", CanonicalJson.sha256(created.blueprint()), created.blueprintHash());
        } else if (entry instanceof PatchCommitted committed) {
            version += changes(before, committed) ? 1 : 0;
            answer(before, committed);
        } else if (entry instanceof PatchRejected rejected) {
            answer(before, rejected);
        } else if (entry instanceof WorkerInvoked invoked) {
            differences.compare(entry, "viewHash", CanonicalJson.sha256(invoked.view()), invoked.viewHash());
        } else if (entry instanceof EndEntry end) {
            differences.compare(
                    entry,
                    "abandonedInvocations",
                    List.copyOf(before.open().keySet()).toString(),
                    end.abandonedInvocations().stream().sorted().toList().toString());
        }
        differences.compare(
                entry,
                "version",
                Long.toString(version),
                Long.toString(entry.header().version()));
    }

    private static Set<Phase> phases(LogEntry entry) {
        if (entry instanceof RejectedEntry) {
            return EnumSet.allOf(Phase.class);
        } else if (entry instanceof BoardCreated) {
            return EnumSet.of(Phase.ABSENT);
        } else if (entry instanceof BoardResumed) {
            return EnumSet.of(Phase.PAUSED);
        } else if (entry instanceof PatchCommitted || entry instanceof WorkerInvoked || entry instanceof BoardPaused) {
            return EnumSet.of(Phase.OPEN);
        }
        return EnumSet.of(Phase.OPEN, Phase.PAUSED);
    }

    private boolean changes(Board before, PatchCommitted committed) {
        Revision revision = Applier.revision(before, committed);
        if (!revision.patchJson().equals(committed.patch())) {
            differences.add(committed, "patch", "the operations as they were done, without \"-\"", "others");
        }
        return revision.changes();
    }

    private void answer(Board before, PatchCommitted committed) {
        Optional<OpenInvocation> open =
                committed.invocationId().map(id -> before.open().get(id));
        if (open.isPresent() || committed.invocationId().isEmpty()) {
            compare(committed, "viewHash", open.map(OpenInvocation::viewHash), committed.viewHash());
            compare(
                    committed,
                    "trigger",
                    open.map(OpenInvocation::trigger).map(Trigger::toJson).map(Json::toString),
                    committed.trigger().map(Trigger::toJson).map(Json::toString));
        }
        open.ifPresent(answered -> differences.compare(committed, "worker", answered.worker(), committed.worker()));
    }

    private void answer(Board before, PatchRejected rejected) {
        rejected.invocationId()
                .map(id -> before.open().get(id))
                .ifPresent(open -> compare(rejected, "worker", Optional.of(open.worker()), rejected.worker()));
        boolean admitted = rejected.stage() != Stage.ADMISSION || before.phase() == Phase.PAUSED;
        if (!admitted) {
            compare(rejected, "invocationId", Optional.empty(), rejected.invocationId());
        }
    }

    private void compare(LogEntry entry, String what, Optional<String> computed, Optional<String> claimed) {
        differences.compare(entry, what, computed.orElse(NONE), claimed.orElse(NONE));
    }

    void verifyState(Board after, LogEntry entry) {
        stateHash(entry)
                .ifPresent(claimed ->
                        differences.compare(entry, "stateHash", claimed.expectedOf(after.state()), claimed.hex()));
    }

    private static Optional<StateHash> stateHash(LogEntry entry) {
        if (entry instanceof BoardCreated created) {
            return Optional.of(created.stateHash());
        } else if (entry instanceof PatchCommitted committed) {
            return Optional.of(committed.stateHash());
        } else if (entry instanceof EndEntry end) {
            return Optional.of(end.stateHash());
        }
        return Optional.empty();
    }
}
