package io.patchboard.gateway.source;

import org.apache.kafka.common.KafkaException;

/** A source that cannot serve until somebody changes something; the message says what. Trying again is of no use. */
public final class UnusableSourceException extends KafkaException {

    private static final long serialVersionUID = 1L;

    public UnusableSourceException(String message) {
        super(message);
    }

    public UnusableSourceException(String message, Throwable cause) {
        super(message, cause);
    }
}
