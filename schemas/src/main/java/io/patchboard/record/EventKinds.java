package io.patchboard.record;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The kinds of events, with what reads each. A new kind joins them as the last of its topic: a registry's schema of a
 * topic has its kinds in this order, and readers that were not updated know it by its beginning.
 */
public final class EventKinds {

    private record Kind(Class<? extends Event> record, Function<Fields, Event> reader) {

        /** As records and schemas name it. */
        String type() {
            return record.getSimpleName();
        }
    }

    private static final List<Kind> ALL = List.of(
            new Kind(BoardCreated.class, BoardCreated::read),
            new Kind(PatchCommitted.class, PatchCommitted::read),
            new Kind(TriggerHeld.class, TriggerHeld::read),
            new Kind(BranchStopped.class, BranchStopped::read),
            new Kind(CircuitTripped.class, CircuitTripped::read),
            new Kind(BudgetWarning.class, BudgetWarning::read),
            new Kind(BoardPaused.class, BoardPaused::read),
            new Kind(BoardResumed.class, BoardResumed::read),
            new Kind(BoardCompleted.class, BoardCompleted::read),
            new Kind(BoardHalted.class, BoardHalted::read),
            new Kind(BoardCancelled.class, BoardCancelled::read),
            new Kind(BoardReopened.class, BoardReopened::read),
            new Kind(NeedsPerson.class, NeedsPerson::read),
            new Kind(Decided.class, Decided::read),
            new Kind(BoardEdited.class, BoardEdited::read),
            new Kind(BoardMarked.class, BoardMarked::read),
            new Kind(BoardRestored.class, BoardRestored::read),
            new Kind(BlueprintAmended.class, BlueprintAmended::read),
            new Kind(PatchHeld.class, PatchHeld::read),
            new Kind(CompensationStarted.class, CompensationStarted::read),
            new Kind(PatchRejected.class, PatchRejected::read),
            new Kind(CommandRejected.class, CommandRejected::read),
            new Kind(WorkerInvoked.class, WorkerInvoked::read));

    private static final Map<String, Function<Fields, Event>> READERS =
            ALL.stream().collect(Collectors.toUnmodifiableMap(Kind::type, Kind::reader));

    private EventKinds() {}

    static Optional<Function<Fields, Event>> reader(String type) {
        return Optional.ofNullable(READERS.get(type));
    }

    /** The names of those that go to one topic. */
    public static List<String> types(Class<? extends Event> topic) {
        return ALL.stream()
                .filter(kind -> topic.isAssignableFrom(kind.record()))
                .map(Kind::type)
                .toList();
    }
}
