package io.patchboard.workflow.log;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardEdited;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BoardMarked;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardReopened;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.BoardResumed;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.Cause;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.Decided;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.OwnEvent;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.UnknownEvent;
import io.patchboard.record.WorkerInvoked;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The log of one board, entry by entry, as ALAS has it: {@code {ts, nodeId, eventType, payload, version,
 * correlationId}}. Nothing is left out: {@code payload} is the whole entry, so that the log can be made again from it.
 *
 * <p>{@code nodeId} is the worker, or {@code board}; {@code correlationId} the invocation, or the board. The commit
 * that ends a repair in a neighbourhood also tells what it took, as {@code repair}.
 */
public final class AlasLog {

    private static final String BOARD = "board";

    /** Open ones that are to mend what others did: their commits are repairs. */
    private final Set<String> repairs = new HashSet<>();

    private final RepairMetrics metrics = new RepairMetrics();

    /** @param entry the next of the board's log */
    public JsonObject next(LogEntry entry) {
        JsonObject json = entry.toJson();
        return JsonObject.builder()
                .put("ts", LogHeader.format(entry.header().time()))
                .put("nodeId", text(json, "worker").orElse(BOARD))
                .put("eventType", eventType(entry.event()))
                .put("payload", json)
                .put("version", entry.header().version())
                .put("correlationId", text(json, "invocationId").orElse(entry.boardId()))
                .putIfPresent("repair", metrics.next(entry))
                .build();
    }

    private static Optional<String> text(JsonObject json, String name) {
        return json.get(name).filter(JsonString.class::isInstance).map(text -> ((JsonString) text).value());
    }

    private String eventType(Event event) {
        return switch (event) {
            case BoardCreated created -> "Start";
            case WorkerInvoked invoked -> invoked(invoked);
            case PatchCommitted committed when committed.repeats().isPresent() -> "Cached";
            case PatchCommitted committed ->
                committed.invocationId().filter(repairs::remove).isPresent() ? "RepairApply" : "Complete";
            case PatchRejected rejected -> rejected(rejected);
            case PatchHeld held -> "ApprovalRequest";
            case CompensationStarted started -> "CompensateStart";
            case TriggerHeld held -> "Wait";
            case BranchStopped stopped -> stopped.reason() == BranchStopped.Reason.LOOP_GUARD ? "LoopGuard" : "Skip";
            case CircuitTripped tripped -> "LoopGuard";
            case NeedsPerson asked -> "Escalate";
            case Decided decided -> "Decide";
            case BoardPaused paused -> "Pause";
            case BoardResumed resumed -> "Resume";
            case BoardEdited edited -> "Edit";
            case BoardMarked marked -> "RestorePoint";
            case BoardRestored restored -> "Restore";
            case BlueprintAmended amended -> "Amend";
            case BoardCompleted completed -> "Succeed";
            case BoardHalted halted -> "Fail";
            case BoardCancelled cancelled -> "Cancel";
            case BoardReopened reopened -> "Reopen";
            case CommandRejected rejected -> "CommandReject";
            case OwnEvent own -> own.type();
            case UnknownEvent unknown -> unknown.type();
        };
    }

    private String invoked(WorkerInvoked invoked) {
        Optional<Cause.Action> why = invoked.cause().map(Cause::action);
        if (invoked.neighbourhood().isPresent()
                || why.filter(Cause.Action.REPAIR::equals).isPresent()) {
            repairs.add(invoked.invocationId());
        }
        return why.map(action -> switch (action) {
                    case RETRY -> "Retry";
                    case EXPAND -> "Expand";
                    case CATCH -> "Catch";
                    case REPAIR -> "Repair";
                    case SWITCH -> "Switch";
                    case VERIFY -> "Verify";
                    case COMPENSATE -> "Compensate";
                })
                .orElse("Invoke");
    }

    /** What a worker says of itself, or does not say, is no finding of a validator's. */
    private static String rejected(PatchRejected rejected) {
        return switch (rejected.stage().subject()) {
            case TIME -> "Timeout";
            case WORKER -> "Error";
            case PERSON -> "Refuse";
            case BYTES, SENDER, PATCH, STATE -> "ValidateFail";
        };
    }
}
