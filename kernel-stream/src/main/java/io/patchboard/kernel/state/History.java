package io.patchboard.kernel.state;

/** What happened on a board long ago, by id. Deciding only asks; the index is kept by who applies. */
public interface History {

    /** Whether a proposal with this id has had its outcome. */
    boolean knowsProposal(String proposalId);

    /** Whether a command with this id has had its outcome. */
    boolean knowsCommand(String commandId);

    /** How an invocation ended. */
    InvocationEnd endOf(String invocationId);

    /** How an invocation ended. */
    enum InvocationEnd {
        /** There never was one with this id, or it is still open. */
        NONE,
        ANSWERED,
        EXPIRED
    }
}
