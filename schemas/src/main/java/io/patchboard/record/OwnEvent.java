package io.patchboard.record;

/**
 * Something that the kernel does by itself on a board that has not ended: nobody asked for it, and it is no outcome.
 */
public sealed interface OwnEvent extends CommittedEvent
        permits TriggerHeld,
                BranchStopped,
                CircuitTripped,
                BudgetWarning,
                NeedsPerson,
                PatchHeld,
                CompensationStarted {}
