package io.patchboard.gateway.runner.llm.tool;

import io.patchboard.gateway.runner.ShadowAnswer;
import io.patchboard.gateway.runner.ShadowAnswers;

/**
 * Where trajectories go, and beside them the answers of shadows. Does not fail and does not wait: they are told beside
 * the answer, which goes on without.
 */
@FunctionalInterface
public interface Trajectories extends ShadowAnswers, AutoCloseable {

    Trajectories NOWHERE = trajectory -> {};

    void add(Trajectory trajectory);

    @Override
    default void add(ShadowAnswer answer) {}

    @Override
    default void passedOver(String worker) {}

    @Override
    default void close() {}
}
