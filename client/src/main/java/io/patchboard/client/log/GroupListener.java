package io.patchboard.client.log;

/** Who is told what a {@link GroupReader} finds. Called by one thread. */
public interface GroupListener {

    /** The next of the chosen entries of its board. */
    void entry(LogRecord next);

    /** A record that is no next entry, and is passed over. */
    void problem(LogProblem problem);

    /** What was told and is not done is forgotten: it will be told again, perhaps to another member of the group. */
    void dropped();
}
