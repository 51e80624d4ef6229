package io.patchboard.kernel.replay;

import io.patchboard.json.CanonicalJson;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.AmendBlueprint;
import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.ForkOrigin;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Requested;
import io.patchboard.record.StateHash;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What {@code docs/log-and-hashes.md} says of what came of a command beside what it says of every entry. */
final class CommandRules {

    private final Differences differences;

    CommandRules(Differences differences) {
        this.differences = differences;
    }

    /** A first state follows from blueprint and input; a fork's is that of its origin. */
    void created(Board after, BoardCreated created, LogEntry entry) {
        StateHash expected = created.origin()
                .map(ForkOrigin::stateHash)
                .orElseGet(() -> StateHash.of(after.rules().initial().fill(created.input(), new ArrayList<>())));
        differences.compare(
                entry, "state", expected.hex(), StateHash.of(created.state()).hex());
    }

    void amended(Board before, BlueprintAmended amended, LogEntry entry) {
        differences.compare(entry, "blueprintHash", CanonicalJson.sha256(amended.blueprint()), amended.blueprintHash());
        differences.compare(entry, "previousBlueprintHash", before.rules().hash(), amended.previousBlueprintHash());
        if (amended.open() == AmendBlueprint.Open.SUPERSEDE) {
            superseded(before, amended.superseded(), entry);
        }
    }

    /** A mark names a state; a version that was signed names its own, and whom it would have invited. */
    void restored(Board before, BoardRestored restored, LogEntry entry) {
        superseded(before, restored.superseded(), entry);
        restored.mark()
                .ifPresent(name -> differences.compare(
                        entry,
                        "stateHash",
                        Optional.ofNullable(before.present().marks().get(name))
                                .map(mark -> restored.stateHash().expectedOf(mark.state()))
                                .orElse("that of a mark \"" + name + "\", which there is not"),
                        restored.stateHash().hex()));
        restored.sentFormer().ifPresent(sent -> {
            differences.compare(
                    entry, "restoredVersion", Long.toString(sent.version()), Long.toString(restored.restoredVersion()));
            differences.compare(
                    entry,
                    "stateHash",
                    sent.stateHash().hex(),
                    restored.stateHash().hex());
            if (!sent.invites().containsAll(restored.invites())) {
                differences.add(entry, "invites", "some of those that were signed", "others");
            }
        });
    }

    /** The command whose outcome was that it began. */
    void compensated(Board before, BoardCancelled cancelled, LogEntry entry) {
        Optional<Requested> asked = before.memory()
                .compensations()
                .started()
                .flatMap(started -> started.why().requested());
        differences.compare(
                entry,
                "commandId",
                asked.map(Requested::toString).orElse("none"),
                cancelled.requested().toString());
    }

    private void superseded(Board before, List<String> claimed, LogEntry entry) {
        differences.compare(
                entry,
                "superseded",
                List.copyOf(before.open().keySet()).toString(),
                claimed.stream().sorted().toList().toString());
    }
}
