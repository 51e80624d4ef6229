package io.patchboard.client.log;

/** Bytes that are no log entry. */
public final class UnreadableEntryException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean needsRegistry;

    public UnreadableEntryException(String message) {
        this(message, false);
    }

    UnreadableEntryException(String message, boolean needsRegistry) {
        super(message);
        this.needsRegistry = needsRegistry;
    }

    /** Whether it may be an entry, for who has the Schema Registry that it was written with. */
    public boolean needsRegistry() {
        return needsRegistry;
    }
}
