package io.patchboard.client.log;

import org.apache.kafka.common.KafkaException;

/** Something besides Kafka keeps a log from being read. The message is a whole sentence. */
public class UnreadableLogException extends KafkaException {

    private static final long serialVersionUID = 1L;

    public UnreadableLogException(String message) {
        super(message);
    }

    UnreadableLogException(String message, Throwable cause) {
        super(message, cause);
    }
}
