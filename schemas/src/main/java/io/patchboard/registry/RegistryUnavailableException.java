package io.patchboard.registry;

import io.patchboard.calls.Outcome;
import java.util.OptionalInt;

/** No registry gave a usable answer. It says nothing about the record at hand; try again later. */
public final class RegistryUnavailableException extends RegistryException {

    private static final long serialVersionUID = 1L;

    private final boolean configured;

    public RegistryUnavailableException(String message) {
        this(message, true);
    }

    private RegistryUnavailableException(String message, boolean configured) {
        super(message, OptionalInt.empty(), OptionalInt.empty());
        this.configured = configured;
    }

    /** Of a registry that nobody has named. */
    static RegistryUnavailableException ofNone(String message) {
        return new RegistryUnavailableException(message, false);
    }

    RegistryUnavailableException(String message, OptionalInt status, OptionalInt errorCode) {
        super(message, status, errorCode);
        this.configured = true;
    }

    /**
     * False for what waiting does not change: no URL, wrong credentials, or something else than a registry at this URL.
     */
    public boolean isTransient() {
        return configured && (status().isEmpty() || Outcome.mayPass(status().getAsInt()));
    }
}
