package io.patchboard.record;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.JsonObject;

/** One entry of a board's log, written by the kernel alone (topics committed, rejected, invocations). */
public sealed interface LogEntry extends BoardRecord
        permits CommittedEntry, RejectedEntry, WorkerInvoked, UnknownEntry {

    LogHeader header();

    LogEntry withHeader(LogHeader header);

    @Override
    default String boardId() {
        return header().boardId();
    }

    default long sequence() {
        return header().sequence();
    }

    /** The hash that this entry must have: SHA-256 of its canonical JSON without {@code hash}. */
    default String computeHash() {
        return CanonicalJson.sha256(withHeader(header().withHash("")).toJson());
    }

    /** This entry with its own hash filled in. */
    default LogEntry sealed() {
        return withHeader(header().withHash(computeHash()));
    }

    /** @throws FieldException naming the first field that is missing or of the wrong type */
    static LogEntry fromJson(JsonObject json) {
        Fields fields = new Fields(json);
        String type = fields.string("type");
        LogHeader header = LogHeader.read(fields);
        return switch (type) {
            case "BoardCreated" -> BoardCreated.read(header, fields);
            case "PatchCommitted" -> PatchCommitted.read(header, fields);
            case "TriggerHeld" -> TriggerHeld.read(header, fields);
            case "BranchStopped" -> BranchStopped.read(header, fields);
            case "CircuitTripped" -> CircuitTripped.read(header, fields);
            case "BudgetWarning" -> BudgetWarning.read(header, fields);
            case "BoardPaused" -> BoardPaused.read(header, fields);
            case "BoardResumed" -> BoardResumed.read(header, fields);
            case "BoardCompleted" -> BoardCompleted.read(header, fields);
            case "BoardHalted" -> BoardHalted.read(header, fields);
            case "BoardCancelled" -> BoardCancelled.read(header, fields);
            case "PatchRejected" -> PatchRejected.read(header, fields);
            case "CommandRejected" -> CommandRejected.read(header, fields);
            case "WorkerInvoked" -> WorkerInvoked.read(header, fields);
            default ->
                throw new UnknownWordException(
                        "/type", "Expected the type of a log entry at /type, but got \"" + type + "\".");
        };
    }
}
