package io.patchboard.client.log;

/** Who is told what a {@link LogReader} finds. Called by one thread. */
@FunctionalInterface
public interface LogListener {

    /**
     * The next entry of its board.
     *
     * @return whether to go on
     */
    boolean entry(LogRecord next);

    /** A record that is no next entry. The sequence that it may have belonged to is a gap. */
    default void problem(LogProblem problem) {}

    /**
     * A line of an archive that is no entry; who does not say otherwise reads no further.
     *
     * @throws UnreadableLogException to read no further
     */
    default void damaged(LogProblem line) {
        throw new UnreadableLogException(
                "Expected an archived entry in " + line.place() + ", but it is none. " + line.message());
    }

    /**
     * While reading what is there: how much of it has come.
     *
     * @param percent of the records of all topics that are read, from 0 to 100
     */
    default void progress(int percent) {}

    /**
     * While reading what is there: the end was reached. What is told from now on fills gaps before what was read, or
     * comes behind them; of what else has been written since, nothing is told.
     */
    default void sealed() {}

    /** While nothing of the one board that is asked for has come: a record of another one, by its key. */
    default void other(String boardId) {}

    /**
     * While following: everything that was there when the following began has been told. A request that is sent now
     * will have its outcome told.
     */
    default void caughtUp() {}

    /**
     * While following: nothing new came for a moment, or all that was there has {@linkplain #caughtUp just} been told,
     * and no entry is awaited that others came before.
     *
     * @return whether to go on
     */
    default boolean quiet() {
        return true;
    }
}
