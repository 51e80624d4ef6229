package io.patchboard.gateway.blob;

import java.io.IOException;

/** Why a store did not take a blob, or did not give it. */
public final class BlobException extends IOException {

    private static final long serialVersionUID = 1L;

    /** What is wrong. */
    public enum Kind {
        /** More bytes than one blob may have. */
        TOO_LARGE,
        /** The store has no room. */
        FULL,
        /** The bytes have another hash than was said. */
        HASH,
        /** The store cannot be written or read. */
        FAILED
    }

    private final Kind kind;

    BlobException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    BlobException(String message, IOException cause) {
        super(message, cause);
        this.kind = Kind.FAILED;
    }

    static BlobException tooLarge(long most) {
        return new BlobException(
                Kind.TOO_LARGE, "Expected a blob of at most " + most + " bytes, but got a larger one.");
    }

    static BlobException full(String why) {
        return new BlobException(
                Kind.FULL,
                "Expected room for this blob, but the store is full: " + why
                        + ". Make room with patchboard blob collect, or allow more.");
    }

    static BlobException failed(IOException cause) {
        return new BlobException("Expected to write or read a blob, but the store failed: " + cause + ".", cause);
    }

    public Kind kind() {
        return kind;
    }
}
