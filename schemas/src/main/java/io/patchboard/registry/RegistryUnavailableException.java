package io.patchboard.registry;

import java.util.OptionalInt;

/** No registry gave a usable answer. It says nothing about the record at hand; try again later. */
public final class RegistryUnavailableException extends RegistryException {

    private static final long serialVersionUID = 1L;

    private final boolean configured;

    public RegistryUnavailableException(String message, Throwable cause) {
        super(message, OptionalInt.empty(), OptionalInt.empty(), cause);
        this.configured = true;
    }

    /** Of a registry that nobody has named. */
    RegistryUnavailableException(String message) {
        super(message, OptionalInt.empty(), OptionalInt.empty(), null);
        this.configured = false;
    }

    RegistryUnavailableException(String message, OptionalInt status, OptionalInt errorCode) {
        super(message, status, errorCode, null);
        this.configured = true;
    }

    /**
     * False for what waiting does not change: no URL, wrong credentials, or something else than a registry at this URL.
     */
    public boolean isTransient() {
        return configured && (status().isEmpty() || RegistryHttp.isTransient(status().getAsInt()));
    }
}
