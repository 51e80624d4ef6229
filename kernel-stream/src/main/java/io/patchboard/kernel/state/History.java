package io.patchboard.kernel.state;

import io.patchboard.record.ProposalKey;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** What happened on a board long ago, by id. Deciding only asks; the index is kept by who applies. */
public interface History {

    /** Nothing has happened. */
    History NONE = ofEnds(invocationId -> InvocationEnd.NONE);

    /** Nothing was sent before; how invocations ended is known. */
    static History ofEnds(Function<String, InvocationEnd> ends) {
        return new History() {
            @Override
            public boolean knowsProposal(ProposalKey proposal) {
                return false;
            }

            @Override
            public boolean knowsCommand(String commandId) {
                return false;
            }

            @Override
            public InvocationEnd endOf(String invocationId) {
                return ends.apply(invocationId);
            }

            @Override
            public Optional<Instant> forgottenUntil() {
                return Optional.empty();
            }
        };
    }

    /** Whether this proposal has had its outcome. */
    boolean knowsProposal(ProposalKey proposal);

    /** Whether a command with this id has had its outcome. */
    boolean knowsCommand(String commandId);

    /** How an invocation ended. */
    InvocationEnd endOf(String invocationId);

    /**
     * The time of the latest request that had its outcome and is not known any more; absent if all are known. One of
     * that time or before it, which is not known, may have had its outcome.
     */
    Optional<Instant> forgottenUntil();

    /** How an invocation ended. */
    enum InvocationEnd {
        /** There never was one with this id, or it is still open. */
        NONE,
        ANSWERED,
        EXPIRED,
        /** The board was restored, or its blueprint amended. */
        SUPERSEDED
    }
}
