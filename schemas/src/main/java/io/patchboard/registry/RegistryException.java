package io.patchboard.registry;

import java.util.OptionalInt;

/** What a Schema Registry did not do, with its own codes and what to do about it. */
public abstract sealed class RegistryException extends Exception
        permits UnknownSchemaException, SchemaRefusedException, RegistryUnavailableException {

    private static final long serialVersionUID = 1L;
    private static final int NONE = 0;

    private final int status;
    private final int errorCode;

    RegistryException(String message, OptionalInt status, OptionalInt errorCode) {
        super(message);
        this.status = status.orElse(NONE);
        this.errorCode = errorCode.orElse(NONE);
    }

    /** The HTTP status; empty where nothing was answered. */
    public OptionalInt status() {
        return status == NONE ? OptionalInt.empty() : OptionalInt.of(status);
    }

    /** The registry's {@code error_code}, such as 40403, 42201 or 50001; empty where it gave none. */
    public OptionalInt errorCode() {
        return errorCode == NONE ? OptionalInt.empty() : OptionalInt.of(errorCode);
    }
}
