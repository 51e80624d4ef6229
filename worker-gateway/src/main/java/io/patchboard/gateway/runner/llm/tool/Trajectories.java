package io.patchboard.gateway.runner.llm.tool;

/** Where trajectories go. Does not fail and does not wait: they are told beside the answer, which goes on without. */
@FunctionalInterface
public interface Trajectories extends AutoCloseable {

    Trajectories NOWHERE = trajectory -> {};

    void add(Trajectory trajectory);

    @Override
    default void close() {}
}
