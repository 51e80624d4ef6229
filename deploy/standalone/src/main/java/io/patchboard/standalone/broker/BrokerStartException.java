package io.patchboard.standalone.broker;

/**
 * The embedded broker could not be started. The message is meant for the person at the terminal: what was expected,
 * what was found, and the way out. Nothing is left running and the data directory is free again.
 */
public final class BrokerStartException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What stood in the way. */
    public enum Reason {
        /** Another broker, in this process or in another one, runs on the data directory. */
        DIRECTORY_IN_USE,
        /** The data directory cannot be created, written or read, has no room, or holds something else's data. */
        DIRECTORY_UNUSABLE,
        /** Another process listens on the requested port. */
        PORT_IN_USE,
        /** Kafka gave up while starting; the cause, or the log, says why. */
        KAFKA_FAILED,
        /** Kafka neither started nor failed within the time allowed. */
        TIMED_OUT
    }

    private final Reason reason;

    BrokerStartException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    BrokerStartException(Reason reason, String message) {
        this(reason, message, null);
    }

    public Reason reason() {
        return reason;
    }
}
