package io.patchboard.client.ask;

import org.apache.kafka.common.errors.RetriableException;

/** There is no topic to send a request to, as no kernel has made one yet. The message is a whole sentence. */
public final class MissingTopicException extends RetriableException {

    private static final long serialVersionUID = 1L;

    MissingTopicException(String message) {
        super(message);
    }
}
