package io.patchboard.kernel.stream;

import io.patchboard.json.Json;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardResumed;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.BudgetKind;
import io.patchboard.record.BudgetWarning;
import io.patchboard.record.Cause;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.EndEntry;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import io.patchboard.record.StateHash;
import io.patchboard.record.Trigger;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.UnknownEntry;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * Of a log entry, what {@link io.patchboard.kernel.apply.Applier} reads. Everything else (the view, the echo of what
 * was rejected, sentences that no view will show, ids that only the history needs) is in the log; an entry that is read
 * back here has it empty.
 *
 * <p>Whoever has the Applier read another field has to store it here, under a new {@link SlotFormat format}. A test
 * folds random logs both ways and compares the boards byte for byte.
 */
final class EntryEssence {

    private static final int PATCH_COMMITTED = 1;
    private static final int PATCH_REJECTED = 2;
    private static final int COMMAND_REJECTED = 3;
    private static final int WORKER_INVOKED = 4;
    private static final int TRIGGER_HELD = 5;
    private static final int BRANCH_STOPPED = 6;
    private static final int CIRCUIT_TRIPPED = 7;
    private static final int BUDGET_WARNING = 8;
    private static final int BOARD_PAUSED = 9;
    private static final int BOARD_RESUMED = 10;
    private static final int BOARD_COMPLETED = 11;
    private static final int BOARD_HALTED = 12;
    private static final int BOARD_CANCELLED = 13;

    /** More than the Applier keeps of a rejection's message. */
    private static final int MESSAGE_CHARS = 500;

    /** The end of a board leaves its state, and so the hash, as it was. */
    private static final StateHash NO_HASH = new StateHash(StateHash.MERKLE, "");

    /** Why a board ended leaves it as it is, too. */
    private static final BoardHalted.Reason NO_REASON = BoardHalted.Reason.STUCK;

    private EntryEssence() {}

    /** @param entry of any type but {@code BoardCreated}, after which the whole board is stored */
    static void write(LogEntry entry, ByteWriter out) {
        switch (entry) {
            case PatchCommitted committed -> {
                out.octet(PATCH_COMMITTED);
                write(committed, out);
            }
            case PatchRejected rejected -> {
                out.octet(PATCH_REJECTED);
                write(rejected, out);
            }
            case CommandRejected rejected -> out.octet(COMMAND_REJECTED);
            case WorkerInvoked invoked -> {
                out.octet(WORKER_INVOKED);
                write(invoked, out);
            }
            case TriggerHeld held -> {
                out.octet(TRIGGER_HELD);
                write(held, out);
            }
            case BranchStopped stopped -> {
                out.octet(BRANCH_STOPPED);
                write(stopped.trigger(), out);
                out.word(stopped.reason());
                out.list(stopped.releases(), out::number);
            }
            case CircuitTripped tripped -> {
                out.octet(CIRCUIT_TRIPPED);
                write(tripped, out);
            }
            case BudgetWarning warning -> {
                out.octet(BUDGET_WARNING);
                out.word(warning.budget());
                out.optional(warning.worker(), out::text);
            }
            case BoardPaused paused -> out.octet(BOARD_PAUSED);
            case BoardResumed resumed -> out.octet(BOARD_RESUMED);
            case EndEntry end -> out.octet(endType(end));
            case BoardCreated created -> throw notStored(created);
            case UnknownEntry unknown -> throw notStored(unknown);
        }
    }

    private static IllegalArgumentException notStored(LogEntry entry) {
        return new IllegalArgumentException("No way to store " + entry.type());
    }

    static LogEntry read(LogHeader header, ByteReader in) {
        int type = in.octet();
        return switch (type) {
            case PATCH_COMMITTED -> committed(header, in);
            case PATCH_REJECTED -> rejected(header, in);
            case COMMAND_REJECTED ->
                new CommandRejected(
                        header, Optional.empty(), Rejection.of(Stage.DECODE, "", "", ""), List.of(), Optional.empty());
            case WORKER_INVOKED -> invoked(header, in);
            case TRIGGER_HELD -> held(header, in);
            case BRANCH_STOPPED ->
                new BranchStopped(
                        header,
                        trigger(in),
                        Optional.empty(),
                        in.word(BranchStopped.Reason.class),
                        "",
                        in.list(in::number));
            case CIRCUIT_TRIPPED -> tripped(header, in);
            case BUDGET_WARNING ->
                new BudgetWarning(header, in.word(BudgetKind.class), in.optional(in::text), Json.nul(), Json.nul(), "");
            case BOARD_PAUSED -> new BoardPaused(header, "", Optional.empty());
            case BOARD_RESUMED -> new BoardResumed(header, "", Optional.empty());
            case BOARD_COMPLETED -> new BoardCompleted(header, Json.nul(), NO_HASH, List.of());
            case BOARD_HALTED -> new BoardHalted(header, NO_REASON, "", "", Optional.empty(), NO_HASH, List.of());
            case BOARD_CANCELLED -> new BoardCancelled(header, "", Optional.empty(), NO_HASH, List.of());
            default ->
                throw new IllegalArgumentException("Expected the number of an entry type, but got " + type + ".");
        };
    }

    private static int endType(EndEntry end) {
        if (end instanceof BoardCompleted) {
            return BOARD_COMPLETED;
        }
        return end instanceof BoardCancelled ? BOARD_CANCELLED : BOARD_HALTED;
    }

    private static void write(PatchCommitted committed, ByteWriter out) {
        out.text(committed.worker());
        out.optional(committed.invocationId(), out::text);
        out.optional(committed.trigger(), trigger -> write(trigger, out));
        out.json(committed.patch());
        out.optional(committed.usage(), usage -> write(usage, out));
        out.hash(committed.stateHash().hex());
        out.list(committed.expand(), out::text);
    }

    private static PatchCommitted committed(LogHeader header, ByteReader in) {
        return new PatchCommitted(
                header,
                "",
                in.text(),
                in.optional(in::text),
                in.optional(() -> trigger(in)),
                Optional.empty(),
                in.json(),
                in.optional(() -> usage(in)),
                new StateHash(StateHash.MERKLE, in.hash()),
                in.list(in::text));
    }

    /** Who was not admitted, or could not be read, leaves nothing for a view to show. */
    private static void write(PatchRejected rejected, ByteWriter out) {
        Rejection rejection = rejected.rejection();
        boolean shown = rejection.stage() != Stage.ADMISSION && rejection.stage() != Stage.DECODE;
        out.optional(rejected.worker(), out::text);
        out.optional(rejected.invocationId(), out::text);
        out.word(rejection.stage());
        out.text(rejection.code());
        out.optional(Optional.of(rejection).filter(kept -> shown), kept -> {
            out.text(kept.pointer());
            out.optional(kept.rule(), out::text);
            out.text(kept.withMessageOf(MESSAGE_CHARS).message());
        });
        out.optional(rejected.retryAt(), out::time);
        out.optional(rejected.usage(), usage -> write(usage, out));
        out.optional(rejected.told().filter(told -> shown), told -> {
            out.text(told.pointer());
            out.text(told.message());
        });
    }

    private static PatchRejected rejected(LogHeader header, ByteReader in) {
        return new PatchRejected(
                header,
                Optional.empty(),
                in.optional(in::text),
                in.optional(in::text),
                rejection(in),
                in.optional(in::time),
                in.optional(() -> usage(in)),
                in.optional(() -> new PatchRejected.Told(in.text(), in.text())),
                Optional.empty());
    }

    private static Rejection rejection(ByteReader in) {
        Stage stage = in.word(Stage.class);
        String code = in.text();
        return in.optional(() -> new Rejection(stage, code, in.text(), in.optional(in::text), in.text()))
                .orElseGet(() -> Rejection.of(stage, code, "", ""));
    }

    private static void write(WorkerInvoked invoked, ByteWriter out) {
        out.text(invoked.invocationId());
        out.text(invoked.worker());
        out.number(invoked.attempt());
        out.time(invoked.deadline());
        out.number(invoked.baseVersion());
        write(invoked.trigger(), out);
        out.hash(invoked.viewHash());
        out.optional(invoked.cause(), cause -> {
            out.word(cause.action());
            out.number(cause.sequence());
        });
        out.list(invoked.releases(), out::number);
    }

    private static WorkerInvoked invoked(LogHeader header, ByteReader in) {
        return new WorkerInvoked(
                header,
                in.text(),
                in.text(),
                "",
                in.number(),
                in.time(),
                in.number(),
                trigger(in),
                "",
                Json.nul(),
                in.hash(),
                Json.nul(),
                in.optional(() -> new Cause(in.word(Cause.Action.class), in.number())),
                in.list(in::number),
                List.of());
    }

    private static void write(TriggerHeld held, ByteWriter out) {
        write(held.trigger(), out);
        out.optional(held.worker(), out::text);
        out.word(held.reason());
        out.optional(held.key(), out::text);
        out.optional(held.part(), out::number);
        out.optional(held.due(), out::time);
        out.list(held.releases(), out::number);
    }

    private static TriggerHeld held(LogHeader header, ByteReader in) {
        return new TriggerHeld(
                header,
                trigger(in),
                in.optional(in::text),
                in.word(TriggerHeld.Reason.class),
                in.optional(in::text),
                in.optional(in::number),
                in.optional(in::time),
                in.list(in::number));
    }

    private static void write(CircuitTripped tripped, ByteWriter out) {
        out.text(tripped.detector());
        out.text(tripped.scope());
        out.optional(tripped.worker(), out::text);
        out.optional(tripped.trigger(), trigger -> write(trigger, out));
        out.text(tripped.action());
        out.optional(tripped.target(), out::text);
        out.optional(tripped.percent(), out::number);
        out.list(tripped.evidence(), out::number);
    }

    private static CircuitTripped tripped(LogHeader header, ByteReader in) {
        return new CircuitTripped(
                header,
                in.text(),
                in.text(),
                in.optional(in::text),
                in.optional(() -> trigger(in)),
                in.text(),
                in.optional(in::text),
                in.optional(in::number),
                "",
                in.list(in::number));
    }

    private static void write(Trigger trigger, ByteWriter out) {
        out.text(trigger.rule());
        out.number(trigger.sequence());
        out.optional(trigger.path(), out::text);
        out.list(trigger.paths(), out::text);
    }

    private static Trigger trigger(ByteReader in) {
        return new Trigger(in.text(), in.number(), in.optional(in::text), in.list(in::text));
    }

    private static void write(Usage usage, ByteWriter out) {
        out.number(usage.inputTokens());
        out.number(usage.outputTokens());
        out.optional(usage.cost(), cost -> out.text(cost.toString()));
    }

    private static Usage usage(ByteReader in) {
        return new Usage(in.number(), in.number(), in.optional(() -> new BigDecimal(in.text())));
    }
}
