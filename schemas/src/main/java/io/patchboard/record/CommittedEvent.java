package io.patchboard.record;

/** An entry of the topic {@code committed}: something that happened to the board. */
public sealed interface CommittedEvent extends Event
        permits CommandOutcome, Decided, StateChanged, OwnEvent, EndEvent {}
