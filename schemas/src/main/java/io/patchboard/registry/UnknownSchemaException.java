package io.patchboard.registry;

import java.util.OptionalInt;

/** The registry has no schema of this id. Asking again is useless: whoever wrote the id must register the schema. */
public final class UnknownSchemaException extends RegistryException {

    private static final long serialVersionUID = 1L;

    public UnknownSchemaException(String message) {
        this(message, OptionalInt.empty(), OptionalInt.empty());
    }

    UnknownSchemaException(String message, OptionalInt status, OptionalInt errorCode) {
        super(message, status, errorCode);
    }
}
