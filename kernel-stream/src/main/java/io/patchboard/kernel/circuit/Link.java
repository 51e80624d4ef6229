package io.patchboard.kernel.circuit;

/**
 * A commit as a link of the chain of what caused what.
 *
 * @param cause sequence of the commit that brought it about; 0 if that is unknown or none
 * @param signature the same for commits that did the same for the same reason
 * @param author the worker that was not invited; empty for who was
 */
public record Link(long sequence, long cause, long signature, String author) {

    /** The signature of all commits that changed nothing, and of no others. */
    static final long IDLE = 0;

    boolean invited() {
        return author.isEmpty();
    }

    boolean idle() {
        return signature == IDLE;
    }
}
