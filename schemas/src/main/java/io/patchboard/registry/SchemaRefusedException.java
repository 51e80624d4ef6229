package io.patchboard.registry;

import java.util.OptionalInt;

/**
 * The registry understood and said no: an incompatible (409) or invalid (422) schema. Somebody must change something.
 */
public final class SchemaRefusedException extends RegistryException {

    private static final long serialVersionUID = 1L;

    SchemaRefusedException(String message, OptionalInt status, OptionalInt errorCode) {
        super(message, status, errorCode);
    }
}
