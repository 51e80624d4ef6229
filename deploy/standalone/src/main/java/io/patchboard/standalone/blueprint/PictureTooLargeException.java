package io.patchboard.standalone.blueprint;

/** A workflow with more connections than anybody could read in a picture. */
public final class PictureTooLargeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PictureTooLargeException(String message) {
        super(message);
    }
}
