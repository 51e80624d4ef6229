package io.patchboard.faults;

/** Who is told how far a long experiment is, by the thread that runs it. */
@FunctionalInterface
public interface Progress {

    /** @param part what is being done from now on */
    void begins(String part);

    /** @param count how many of the part's faults or runs are done */
    default void done(int count) {}
}
