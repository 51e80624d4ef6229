package io.patchboard.registry;

import java.util.OptionalInt;

/** No registry gave a usable answer. It says nothing about the record at hand; try again later. */
public final class RegistryUnavailableException extends RegistryException {

    private static final long serialVersionUID = 1L;

    public RegistryUnavailableException(String message, Throwable cause) {
        super(message, OptionalInt.empty(), OptionalInt.empty(), cause);
    }

    RegistryUnavailableException(String message, OptionalInt status, OptionalInt errorCode) {
        super(message, status, errorCode, null);
    }

    /** False for what waiting does not change: wrong credentials, or something else than a registry at this URL. */
    public boolean isTransient() {
        return status().isEmpty() || RegistryHttp.isTransient(status().getAsInt());
    }
}
