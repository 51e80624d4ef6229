package io.patchboard.record;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The kinds of events, with what reads each. A new kind joins them as the last of its topic: a registry's schema of a
 * topic has its kinds in this order, and readers that were not updated know it by its beginning.
 */
public enum EventKind {
    BOARD_CREATED(BoardCreated.class, BoardCreated::read),
    PATCH_COMMITTED(PatchCommitted.class, PatchCommitted::read),
    TRIGGER_HELD(TriggerHeld.class, TriggerHeld::read),
    BRANCH_STOPPED(BranchStopped.class, BranchStopped::read),
    CIRCUIT_TRIPPED(CircuitTripped.class, CircuitTripped::read),
    BUDGET_WARNING(BudgetWarning.class, BudgetWarning::read),
    BOARD_PAUSED(BoardPaused.class, BoardPaused::read),
    BOARD_RESUMED(BoardResumed.class, BoardResumed::read),
    BOARD_COMPLETED(BoardCompleted.class, BoardCompleted::read),
    BOARD_HALTED(BoardHalted.class, BoardHalted::read),
    BOARD_CANCELLED(BoardCancelled.class, BoardCancelled::read),
    BOARD_REOPENED(BoardReopened.class, BoardReopened::read),
    PATCH_REJECTED(PatchRejected.class, PatchRejected::read),
    COMMAND_REJECTED(CommandRejected.class, CommandRejected::read),
    WORKER_INVOKED(WorkerInvoked.class, WorkerInvoked::read);

    private final Class<? extends Event> record;
    private final Function<Fields, Event> reader;

    EventKind(Class<? extends Event> record, Function<Fields, Event> reader) {
        this.record = record;
        this.reader = reader;
    }

    /** As records and schemas name it. */
    public String type() {
        return record.getSimpleName();
    }

    Event read(Fields fields) {
        return reader.apply(fields);
    }

    static Optional<EventKind> find(String type) {
        return Arrays.stream(values()).filter(kind -> kind.type().equals(type)).findFirst();
    }

    /** The names of those that go to one topic. */
    public static List<String> types(Class<? extends Event> topic) {
        return Arrays.stream(values())
                .filter(kind -> topic.isAssignableFrom(kind.record))
                .map(EventKind::type)
                .toList();
    }
}
