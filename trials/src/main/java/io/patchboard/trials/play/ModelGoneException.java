package io.patchboard.trials.play;

/** A model cannot be reached. That says nothing about an arm, so the episode does not count. */
public final class ModelGoneException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ModelGoneException(String message) {
        super(message);
    }
}
