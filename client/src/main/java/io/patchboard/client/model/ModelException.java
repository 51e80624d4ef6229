package io.patchboard.client.model;

import java.nio.file.Path;

/** The read model could not be read or written; the message says what to do. */
public final class ModelException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ModelException(Path dir, Exception cause) {
        super(
                "Expected to read and write the read model in " + dir + ", but that failed (" + cause.getMessage()
                        + "). Make room and the directory writable, or delete it: it is made again from the log.",
                cause);
    }
}
