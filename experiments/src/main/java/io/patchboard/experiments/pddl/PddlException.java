package io.patchboard.experiments.pddl;

/** A text that is no PDDL, or is of a kind that is not played here. */
public final class PddlException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public PddlException(String message) {
        super(message);
    }
}
